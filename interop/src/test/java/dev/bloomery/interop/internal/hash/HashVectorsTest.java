package dev.bloomery.interop.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashVectorsTest {

    /** Of the specification of XXH64. */
    @Test
    void xxh64_publishedTexts_haveTheirValues() {
        assertThat(xxh64("")).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(xxh64("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(xxh64("abc")).isEqualTo(0x44BC2CF5AD770999L);
        assertThat(xxh64("Nobody inspects the spammish repetition")).isEqualTo(0xFBCEA83C8A378BF1L);
    }

    private static long xxh64(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Xxh64.of(bytes, bytes.length);
    }

    @Test
    void xxh64_numbers_areTheirBytes() {
        SplittableRandom random = Seeds.random("xxh64");
        for (int i = 0; i < 1_000; i++) {
            long value = random.nextLong();
            byte[] bytes = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array();
            assertThat(Xxh64.ofLong(value)).isEqualTo(Xxh64.of(bytes, 8));
            assertThat(Xxh64.ofInt((int) value)).isEqualTo(Xxh64.of(bytes, 4));
        }
    }
}
