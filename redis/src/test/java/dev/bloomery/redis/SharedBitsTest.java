package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.Explanation;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.internal.shared.ChunkLayout;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** The bits in Redis are those of a local filter of the same plan and seed, bit for bit, whichever way they came there. */
class SharedBitsTest {
    private static final int KEYS = 3_000;

    @ParameterizedTest
    @CsvSource({
        "1000000, 0.01, XXH3_64", // two chunks
        "20000, 0.3, XXH3_64",
        "20000, 0.001, SIPHASH_2_4",
        "20000, 0.0001, XXH3_64"
    })
    void bits_inRedis_areThoseOfALocalFilter(long capacity, double fpp, KeyHash hash) {
        BloomSpec spec = BloomSpec.of(capacity, fpp)
                .withLayout(Layout.BLOCKED)
                .withHash(hash)
                .sized();
        Seed seed = Seed.of(26, 52);
        BloomFilter<Long> local =
                Filters.bloom(KeyEncoder.int64(), spec).seed(seed).build();
        BitSet expected = new BitSet();
        for (long key = 0; key < KEYS; key++) {
            boolean unused = local.add(key);
            for (Explanation.Probe probe : local.explain(key).probes()) {
                expected.set(Math.toIntExact(probe.position()));
            }
        }
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.JEDIS.to(redis.port(), Duration.ofSeconds(5));
                SharedFilter<Long> filter = SharedFilter.over(client.servers(), "bits", KeyEncoder.int64())
                        .spec(spec)
                        .seed(seed)
                        .createFrom(
                                sink -> { // a third by merging, the rest by adding
                                    LongStream.range(0, KEYS / 3).forEach(sink::accept);
                                    return KEYS / 3;
                                })) {
            long fresh = filter.addAll(LongStream.range(0, KEYS).boxed().toList());
            assertThat(fresh).isLessThanOrEqualTo(KEYS - KEYS / 3);
            assertThat(bitsIn(redis)).isEqualTo(expected);
            for (long key = 0; key < 2 * KEYS; key++) {
                assertThat(filter.mightContain(key)).isEqualTo(local.mightContain(key));
            }
        }
    }

    /** All bits of the filter, counted as a replica counts them. */
    private static BitSet bitsIn(RedisProcess redis) {
        BitSet bits = new BitSet();
        try (Jedis direct = redis.direct()) {
            for (String name : direct.keys("*:bits:*")) {
                long chunk = Long.parseLong(name.substring(name.lastIndexOf(':') + 1));
                byte[] bytes = direct.get(name.getBytes(StandardCharsets.UTF_8));
                for (int at = ChunkLayout.HEADER; at < bytes.length; at++) {
                    for (int bit = 0; bit < 8; bit++) {
                        if ((bytes[at] >> bit & 1) != 0) {
                            long position = (chunk * ChunkLayout.BODY + at - ChunkLayout.HEADER) * 8 + bit;
                            bits.set(Math.toIntExact(position));
                        }
                    }
                }
            }
        }
        return bits;
    }
}
