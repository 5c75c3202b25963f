package dev.bloomery.interop.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A link of more than 2^32 bits, beside the plain server. */
@Tag("long")
class LargeRedisTest {
    private static final int KEYS = 200_000;

    private static byte[] key(int i) {
        return ByteBuffer.allocate(4).putInt(i * 0x9E3779B9).array();
    }

    @Test
    void chunks_moreThan32Bits_areThoseOfTheServer() throws IOException {
        PlainServer server = PlainServer.reserve(0.01, 400_000_000, 2);
        RedisBloomFilter<byte[]> ours = RedisBloomFilters.reserve(KeyEncoder.bytes(), 400_000_000, 0.01, 2);
        for (int i = 0; i < KEYS; i++) {
            assertThat(ours.add(key(i))).isEqualTo(server.add(key(i)));
        }
        assertThat(ours.info().sizeInBits()).isGreaterThan(1L << 32);
        RedisBloomFilter<byte[]> read = RedisBloomFilters.read(ours.chunks(), KeyEncoder.bytes());
        ours.chunks().forEach(server::load);
        for (int i = 0; i < 2 * KEYS; i++) {
            boolean expected = server.exists(key(i));
            assertThat(ours.mightContain(key(i))).isEqualTo(expected);
            assertThat(read.mightContain(key(i))).isEqualTo(expected);
        }
    }
}
