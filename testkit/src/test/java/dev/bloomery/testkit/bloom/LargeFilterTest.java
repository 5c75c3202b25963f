package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.testkit.RateBound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * More than 2^32 bits, really built: 500 million keys at one percent. Takes some minutes and 0.7 GB for each layout; the
 * profile gives the JVM a heap of 4 GB.
 */
@Tag("long")
class LargeFilterTest {
    private static final int KEYS = 500_000_000;
    private static final long PROBES = 50_000_000;

    @ParameterizedTest
    @EnumSource(
            value = Layout.class,
            names = {"CLASSIC", "BLOCKED"})
    void filter_halfABillionKeys_keepsBothPromises(Layout layout) {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(KEYS)
                .targetFpp(0.01)
                .layout(layout)
                .singleWriter()
                .build();
        assertThat(filter.info().sizeInBits()).isGreaterThan(1L << 32);
        long[] hashes = new long[1 << 16];
        for (long at = 0; at < KEYS; at += hashes.length) {
            filter.addAllHashes(hashes(filter, at, Math.min(at + hashes.length, KEYS)));
        }
        long missing = 0;
        for (long at = 0; at < KEYS; at += hashes.length) {
            missing +=
                    count(filter.mightContainEachHash(hashes(filter, at, Math.min(at + hashes.length, KEYS))), false);
        }
        assertThat(missing).as("false negatives").isZero();
        long hits = 0;
        for (long at = KEYS; at < KEYS + PROBES; at += hashes.length) {
            hits += count(
                    filter.mightContainEachHash(hashes(filter, at, Math.min(at + hashes.length, KEYS + PROBES))), true);
        }
        System.out.println(layout + ": measured FPP " + (double) hits / PROBES + "\n" + filter.info());
        RateBound.assertRateAtMost(1.01 * 0.01, hits, PROBES, layout + " of more than 2^32 bits");
        RateBound.assertRateAtLeast(0.95 * 0.01, hits, PROBES, layout + " of more than 2^32 bits");
    }

    private static long[] hashes(BloomFilter<Long> filter, long from, long to) {
        long[] hashes = new long[(int) (to - from)];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = filter.hash(from + i);
        }
        return hashes;
    }

    private static long count(boolean[] answers, boolean wanted) {
        long count = 0;
        for (boolean answer : answers) {
            count += answer == wanted ? 1 : 0;
        }
        return count;
    }
}
