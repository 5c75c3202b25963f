package dev.bloomery.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SipHash24Test {
    /** The key of the published vectors: bytes 00 to 0f. */
    private static final long KEY0 = 0x0706050403020100L;

    private static final long KEY1 = 0x0f0e0d0c0b0a0908L;

    /** The published hashes of the empty input, of 00, of 00 01, and so on. */
    private static final long[] PUBLISHED = {
        0x726fdb47dd0e0e31L, 0x74f839c593dc67fdL, 0x0d6c8009d9a94f5aL, 0x85676696d7fb7e2dL,
        0xcf2794e0277187b7L, 0x18765564cd99a68dL, 0xcbc9466e58fee3ceL, 0xab0200f58b01d137L,
        0x93f5f5799a932462L, 0x9e0082df0ba9e4b0L, 0x7a5dbbc594ddb9f3L, 0xf4b32f46226bada7L,
        0x751e8fbc860ee5fbL, 0x14ea5627c0843d90L, 0xf723ca908e7af2eeL, 0xa129ca6149be45e5L
    };

    @Test
    void ofBytes_publishedVectors_match() {
        for (int length = 0; length < PUBLISHED.length; length++) {
            assertThat(new SipHash24(KEY0, KEY1).ofBytes(counting(64), 0, length))
                    .as("length %d", length)
                    .isEqualTo(PUBLISHED[length]);
        }
    }

    @Test
    void ofBytes_inputsOfTheVectors_matchGuava() {
        for (int length = 0; length < 64; length++) {
            assertThat(new SipHash24(KEY0, KEY1).ofBytes(counting(64), 0, length))
                    .as("length %d", length)
                    .isEqualTo(guava(KEY0, KEY1, counting(64), 0, length));
        }
    }

    @Test
    void ofBytes_randomKeysLengthsAndOffsets_matchGuava() {
        long seed = Seeds.orElse(0x51B);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            long key0 = random.nextLong();
            long key1 = random.nextLong();
            SipHash24 hash = new SipHash24(key0, key1);
            byte[] bytes = new byte[340];
            random.nextBytes(bytes);
            for (int length = 0; length <= 300; length++) {
                int from = random.nextInt(bytes.length - length + 1);
                assertThat(hash.ofBytes(bytes, from, length))
                        .as("seed %d, round %d, from %d, length %d", seed, round, from, length)
                        .isEqualTo(guava(key0, key1, bytes, from, length));
            }
        }
    }

    @Test
    void ofLong_anyValue_equalsItsBytes() {
        HashContract.ofLongEqualsItsBytes(new SipHash24(KEY0, KEY1));
        HashContract.ofLongEqualsItsBytes(new SipHash24(0, 0));
        HashContract.ofLongEqualsItsBytes(new SipHash24(-1, Long.MIN_VALUE));
    }

    /** The paper's Appendix A: the key and the 15 bytes 00 to 0e. */
    @Test
    void ofBytes_exampleOfThePaper_matches() {
        ByteBuffer key = ByteBuffer.wrap(counting(16)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(new SipHash24(key.getLong(), key.getLong()).ofBytes(counting(15), 0, 15))
                .isEqualTo(0xa129ca6149be45e5L);
    }

    @Test
    void ofBytes_eitherHalfOfTheKey_matters() {
        long hash = new SipHash24(KEY0, KEY1).ofBytes(counting(8), 0, 8);
        assertThat(new SipHash24(KEY0 + 1, KEY1).ofBytes(counting(8), 0, 8)).isNotEqualTo(hash);
        assertThat(new SipHash24(KEY0, KEY1 + 1).ofBytes(counting(8), 0, 8)).isNotEqualTo(hash);
    }

    private static long guava(long key0, long key1, byte[] bytes, int from, int length) {
        return Hashing.sipHash24(key0, key1).hashBytes(bytes, from, length).asLong();
    }

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }
}
