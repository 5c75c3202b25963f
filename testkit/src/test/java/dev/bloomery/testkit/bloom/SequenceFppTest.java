package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.PlainBloomFilter;
import dev.bloomery.testkit.RateBound;
import java.util.BitSet;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The probes of a key come from one sequence, in which each word is the one before times a multiplier. Small filters with many
 * probes are where that would show: the FPP is tiny, and the few positions that there are must differ from key to key as if they
 * were drawn one by one. So many small filters are filled and asked, and the hits are compared with the chance that the
 * bits of each give to independent probes.
 *
 * <p>Hits are independent given the bits, so the bound is sound. With some 3,000 of them a true rate of 1.15 times the
 * computed one fails as good as always.
 */
@Execution(ExecutionMode.CONCURRENT)
class SequenceFppTest {
    private static final double ALLOWED = 1.02;
    private static final long RIGHT = 0xD1342543DE82EF95L;

    /** What a filter of one test needs: its answers, and the chance of an absent key by its bits. */
    private record Filled(LongPredicate mightContain, double currentFpp) {}

    private interface Maker {
        /** A filter with the hashes 0 .. n-1 of this seed. */
        Filled fill(long seed, long[] hashes);
    }

    /** Hash number i under a seed. */
    private interface Hashes {
        long of(long seed, long index);
    }

    static Stream<Arguments> small() {
        return Stream.of(
                Arguments.of(Layout.CLASSIC, 1, 1e-4, 30_000_000), // three probes in 64 bits
                Arguments.of(Layout.CLASSIC, 2, 1e-4, 40_000_000),
                Arguments.of(Layout.CLASSIC, 3, 1e-4, 40_000_000), // nine probes in 64 bits
                Arguments.of(Layout.CLASSIC, 10, 1e-4, 40_000_000),
                Arguments.of(Layout.CLASSIC, 10, 1e-5, 100_000_000),
                Arguments.of(Layout.CLASSIC, 100, 1e-4, 40_000_000),
                Arguments.of(Layout.CLASSIC, 1_000, 1e-4, 40_000_000),
                Arguments.of(Layout.PARTITIONED, 1, 1e-4, 50_000_000), // fourteen slices of two bits
                Arguments.of(Layout.PARTITIONED, 2, 1e-4, 50_000_000),
                Arguments.of(Layout.PARTITIONED, 10, 1e-4, 40_000_000),
                Arguments.of(Layout.PARTITIONED, 100, 1e-4, 40_000_000));
    }

    @ParameterizedTest
    @MethodSource("small")
    void mightContain_smallFilterOfManyProbes_hitsAsOftenAsItsBitsSay(Layout layout, int n, double fpp, long probes) {
        BloomSizing size = BloomSizing.of(layout, n, fpp);
        assertHitsAsComputed(real(size), SequenceFppTest::random, n, fpp, probes, size.toString());
    }

    static Stream<Arguments> tiny() {
        return Stream.of(
                Arguments.of(Layout.CLASSIC, 1, 1e-6, 4_000_000_000L),
                Arguments.of(Layout.CLASSIC, 10, 1e-6, 3_000_000_000L),
                Arguments.of(Layout.CLASSIC, 100, 1e-6, 3_000_000_000L),
                Arguments.of(Layout.CLASSIC, 1_000, 1e-6, 3_000_000_000L),
                Arguments.of(Layout.PARTITIONED, 1, 1e-6, 3_000_000_000L), // twenty slices of two bits
                Arguments.of(Layout.PARTITIONED, 10, 1e-6, 3_000_000_000L),
                Arguments.of(Layout.CLASSIC, 10, 1e-7, 10_000_000_000L));
    }

    @ParameterizedTest
    @MethodSource("tiny")
    @Tag("long")
    void mightContain_tinyFpp_hitsAsOftenAsItsBitsSay(Layout layout, int n, double fpp, long probes) {
        BloomSizing size = BloomSizing.of(layout, n, fpp);
        assertHitsAsComputed(real(size), SequenceFppTest::random, n, fpp, probes, size.toString());
    }

    /** Keys of every shape under both hashes, and a counter that the caller mixed: each filter has another seed. */
    @ParameterizedTest
    @CsvSource({"CLASSIC, 10", "CLASSIC, 100", "PARTITIONED, 10"})
    void mightContain_keysOfAnyShape_hitsAsOftenAsItsBitsSay(Layout layout, int n) {
        double fpp = 1e-3;
        BloomSizing size = BloomSizing.of(layout, n, fpp);
        for (KeyShape shape : KeyShape.values()) {
            for (KeyHash hash : KeyHash.values()) {
                Hashes hashes = new Hashes() {
                    private BloomFilter<Long> hasher = hasher(hash, 0);
                    private long seedOfIt;

                    @Override
                    public long of(long seed, long index) {
                        if (seed != seedOfIt) {
                            hasher = hasher(hash, seed);
                            seedOfIt = seed;
                        }
                        return hasher.hashLong(shape.key(seed, index));
                    }
                };
                assertHitsAsComputed(real(size), hashes, n, fpp, 2_000_000, size + " " + shape + " " + hash);
            }
        }
        Hashes mixedCounter = (seed, index) -> KeyShape.mix(seed + index);
        assertHitsAsComputed(real(size), mixedCounter, n, fpp, 2_000_000, size + " of a mixed counter");
    }

    private static BloomFilter<Long> hasher(KeyHash hash, long seed) {
        BloomSpec spec = BloomSpec.of(1, 0.5).withHash(hash);
        return Filters.bloom(KeyEncoder.int64(), spec)
                .seed(Seed.of(seed, ~seed))
                .build();
    }

    /** Control: weak multipliers are caught, beside the right one in the same plain filter. */
    @ParameterizedTest
    @CsvSource({"CLASSIC, 10", "CLASSIC, 100", "PARTITIONED, 10", "PARTITIONED, 100"})
    void assertHitsAsComputed_weakMultiplier_isCaught(Layout layout, int n) {
        double fpp = 1e-4;
        long probes = 5_000_000;
        BloomSizing size = BloomSizing.of(layout, n, fpp);
        assertThatCode(() -> assertHitsAsComputed(plain(size, RIGHT), SequenceFppTest::random, n, fpp, probes, "right"))
                .doesNotThrowAnyException();
        for (long weak : new long[] {5, (1L << 32) + 1, (1L << 48) + 1, -3}) {
            assertThatThrownBy(() ->
                            assertHitsAsComputed(plain(size, weak), SequenceFppTest::random, n, fpp, probes, "weak"))
                    .as("multiplier %d", weak)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("promised at most");
        }
    }

    /** Control: hashes of which only the lower half differs are not well mixed, and the first probe is lost. */
    @Test
    void assertHitsAsComputed_hashesThatAreNotMixed_isCaught() {
        BloomSizing size = BloomSizing.of(Layout.CLASSIC, 10, 1e-4);
        Hashes lowerHalf = (seed, index) -> KeyShape.mix(seed + index) & 0xFFFFFFFFL;
        assertThatThrownBy(() -> assertHitsAsComputed(real(size), lowerHalf, 10, 1e-4, 20_000_000, "lower half"))
                .isInstanceOf(AssertionError.class);
    }

    private static void assertHitsAsComputed(Maker maker, Hashes hashes, int n, double fpp, long probes, String what) {
        // many filters, because they differ; each asked as often as it takes for building it not to matter
        long perFilter = Math.max(20L * n, Math.min(probes / 1_000, (long) (2 / fpp)));
        long filters = probes / perFilter;
        long hits = 0;
        double expected = 0;
        long seed = Seeds.base();
        long[] added = new long[n];
        for (long f = 0; f < filters; f++) {
            seed = KeyShape.mix(seed + 0x9E3779B97F4A7C15L);
            for (int i = 0; i < n; i++) {
                added[i] = hashes.of(seed, i);
            }
            Filled filter = maker.fill(seed, added);
            expected += filter.currentFpp * perFilter;
            for (long i = n; i < n + perFilter; i++) {
                hits += filter.mightContain.test(hashes.of(seed, i)) ? 1 : 0;
            }
        }
        long trials = filters * perFilter;
        RateBound.assertRateAtMost(ALLOWED * expected / trials, hits, trials, what);
        RateBound.assertRateAtLeast(expected / ALLOWED / trials, hits, trials, what);
    }

    /** As good as uniform: SplitMix64 with a stream of its own for each seed. */
    private static long random(long seed, long index) {
        long z = seed + (index + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static Maker real(BloomSizing size) {
        BloomSpec spec = BloomSpec.ofSize(size);
        return (seed, hashes) -> {
            BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64(), spec)
                    .seed(Seed.of(seed))
                    .singleWriter()
                    .build();
            for (long hash : hashes) {
                filter.addHash(hash);
            }
            return new Filled(filter::mightContainHash, filter.info().currentFpp());
        };
    }

    private static Maker plain(BloomSizing size, long multiplier) {
        boolean sliced = size.layout() == Layout.PARTITIONED;
        int probes = size.probesPerKey();
        int range = (int) (sliced ? size.sizeInBits() / probes : size.sizeInBits());
        PlainBloomFilter.Positions positions =
                PlainBloomFilter.withMultiplier(multiplier, size.sizeInBits(), probes, sliced);
        return (seed, hashes) -> {
            PlainBloomFilter filter = new PlainBloomFilter(positions);
            for (long hash : hashes) {
                filter.addHash(hash);
            }
            BitSet bits = filter.bits();
            double chance = 1;
            for (int i = 0; i < probes; i++) {
                int from = sliced ? i * range : 0;
                chance *= (double) bits.get(from, from + range).cardinality() / range;
            }
            return new Filled(filter::mightContainHash, chance);
        };
    }
}
