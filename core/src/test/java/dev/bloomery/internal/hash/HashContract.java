package dev.bloomery.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** What {@link Hash64} promises. */
final class HashContract {

    private HashContract() {}

    static void ofLongEqualsItsBytes(Hash64 hash) {
        long seed = Seeds.orElse(0x10A6);
        Random random = new Random(seed);
        long[] edges = {0, 1, -1, 255, 256, Long.MIN_VALUE, Long.MAX_VALUE, 0x0807060504030201L};
        for (int i = 0; i < 1000; i++) {
            long value = i < edges.length ? edges[i] : random.nextLong();
            byte[] bytes = new byte[11];
            random.nextBytes(bytes);
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(3, value);
            assertThat(hash.ofLong(value)).as("seed %d, value %d", seed, value).isEqualTo(hash.ofBytes(bytes, 3, 8));
        }
    }
}
