package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.Explanation;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.PlainBloomFilter;
import dev.bloomery.testkit.PlainCountingFilter;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fast filters are the plain one, bit for bit and answer for answer. */
class PlainOracleTest {
    private static final int KEYS = 2_000;

    static Stream<BloomSizing> sizes() {
        return Stream.of(
                new BloomSizing(Layout.CLASSIC, 10, 3), // an exercise on paper
                new BloomSizing(Layout.CLASSIC, 19_171, 7), // not whole words
                new BloomSizing(Layout.CLASSIC, 2, 1),
                new BloomSizing(Layout.PARTITIONED, 7 * 2_741, 7),
                new BloomSizing(Layout.PARTITIONED, 3 * 24, 24), // slices of three bits
                new BloomSizing(Layout.BLOCKED, 512 * 10, 2),
                new BloomSizing(Layout.BLOCKED, 512 * 20, 4),
                new BloomSizing(Layout.BLOCKED, 512 * 40, 6),
                new BloomSizing(Layout.BLOCKED, 512, 8),
                new BloomSizing(Layout.BLOCKED, 512 * 60, 8),
                new BloomSizing(Layout.BLOCKED, 512 * 90, 12),
                new BloomSizing(Layout.PAIRED, 1024 * 10, 4),
                new BloomSizing(Layout.PAIRED, 1024 * 30, 12),
                new BloomSizing(Layout.PAIRED, 1024 * 60, 16),
                new BloomSizing(Layout.PAIRED, 1024, 24));
    }

    static Stream<BloomSizing> sizesWithCounters() {
        return sizes().filter(size -> size.layout() != Layout.PAIRED);
    }

    /** The variants that all contracts run on have every shape of a block. */
    @Test
    void variants_thousandKeys_haveEveryShape() {
        assertThat(BloomVariant.all().stream()
                        .filter(variant -> variant.layout() == Layout.BLOCKED)
                        .map(variant -> variant.build(KeyEncoder.int64(), 1_000, Seed.of(1)))
                        .map(filter -> filter.info().probesPerKey()))
                .containsOnly(2, 4, 6, 8, 12);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void filter_manyKeys_equalsThePlainOne(BloomSizing size) {
        for (boolean singleWriter : new boolean[] {false, true}) {
            BloomFilter<Long> filter = filter(size, singleWriter);
            PlainBloomFilter plain = new PlainBloomFilter(positions(size));
            BitSet bits = new BitSet();
            for (long i = 0; i < KEYS; i++) {
                long hash = filter.hash(i);
                assertThat(filter.mightContainHash(hash)).isEqualTo(plain.mightContainHash(hash));
                assertThat(filter.addHash(hash)).isEqualTo(!plain.mightContainHash(hash));
                plain.addHash(hash);
                Explanation explanation = filter.explain(i);
                assertThat(explanation.mightContain()).isTrue();
                for (Explanation.Probe probe : explanation.probes()) {
                    bits.set((int) probe.position());
                    assertThat(probe.position() - explanation.regionStart())
                            .isBetween(0L, explanation.regionBits() - 1);
                }
            }
            assertThat(bits).isEqualTo(plain.bits());
            assertThat(filter.info().setBits()).isEqualTo(plain.bits().cardinality());
            for (long i = KEYS; i < 2 * KEYS; i++) {
                boolean expected = plain.mightContainHash(filter.hash(i));
                assertThat(filter.mightContain(i)).isEqualTo(expected);
                assertThat(filter.explain(i).mightContain()).isEqualTo(expected);
            }
        }
    }

    /** Hashes at the edges of what the arithmetic takes: no bits, all bits, single bits. */
    @ParameterizedTest
    @MethodSource("sizes")
    void positions_hashesAtTheEdges_areThePlainOnes(BloomSizing size) {
        BloomFilter<Long> filter = filter(size, false);
        for (int bit = -1; bit < 64; bit++) {
            for (long hash : new long[] {bit < 0 ? 0 : 1L << bit, bit < 0 ? -1 : ~(1L << bit)}) {
                filter.clear();
                filter.addHash(hash);
                PlainBloomFilter plain = new PlainBloomFilter(positions(size));
                plain.addHash(hash);
                assertThat(filter.info().setBits()).isEqualTo(plain.bits().cardinality());
                assertThat(filter.mightContainHash(hash)).isTrue();
                for (int other = 0; other < 64; other++) {
                    long asked = hash ^ 1L << other;
                    assertThat(filter.mightContainHash(asked)).isEqualTo(plain.mightContainHash(asked));
                }
            }
        }
    }

    /** The quick arithmetic, which carries weak multipliers, is the right one with the right multiplier. */
    @Test
    void withMultiplier_theRightOne_isThePlainOne() {
        SplittableRandom random = Seeds.random("multiplier");
        for (int i = 0; i < 2_000; i++) {
            long hash = random.nextLong();
            assertThat(PlainBloomFilter.withMultiplier(0xD1342543DE82EF95L, 997, 30, false)
                            .of(hash))
                    .isEqualTo(PlainBloomFilter.classic(997, 30).of(hash));
            assertThat(PlainBloomFilter.withMultiplier(0xD1342543DE82EF95L, 30 * 97, 30, true)
                            .of(hash))
                    .isEqualTo(PlainBloomFilter.partitioned(30 * 97, 30).of(hash));
        }
    }

    /** Counters lie where the bits do. */
    @ParameterizedTest
    @MethodSource("sizesWithCounters")
    void countingFilter_addsAndRemoves_equalsThePlainOne(BloomSizing size) {
        SplittableRandom random = Seeds.random("counting");
        for (int bits : new int[] {4, 8}) {
            CountingBloomFilter<Long> filter = Filters.countingBloom(
                            KeyEncoder.int64(), CountingSpec.of(BloomSpec.ofSize(size)))
                    .counterBits(bits)
                    .seed(Seed.of(Seeds.base()))
                    .build();
            PlainCountingFilter plain = new PlainCountingFilter(
                    positions(size), (int) size.sizeInBits(), (1 << bits) - 1, PlainCountingFilter.Flaw.NONE);
            int[] copies = new int[60];
            for (int step = 0; step < 2_000; step++) {
                int key = random.nextInt(copies.length);
                long hash = filter.hash((long) key);
                if (copies[key] > 0 && random.nextBoolean()) {
                    copies[key]--;
                    assertThat(filter.removeHash(hash)).isEqualTo(plain.remove(hash));
                } else {
                    copies[key]++;
                    assertThat(filter.addHash(hash)).isEqualTo(plain.add(hash));
                }
                long asked = random.nextInt(2 * copies.length);
                assertThat(filter.count(asked)).as(Seeds.describe()).isEqualTo(plain.count(filter.hash(asked)));
            }
            assertThat(filter.info().usedCounters()).isEqualTo(plain.used());
            assertThat(filter.info().stuckCounters()).isEqualTo(plain.stuck());
        }
    }

    private static PlainBloomFilter.Positions positions(BloomSizing size) {
        if (size.layout() == Layout.CLASSIC) {
            return PlainBloomFilter.classic(size.sizeInBits(), size.probesPerKey());
        }
        if (size.layout() == Layout.PARTITIONED) {
            return PlainBloomFilter.partitioned(size.sizeInBits(), size.probesPerKey());
        }
        if (size.layout() == Layout.PAIRED) {
            int words = size.probesPerKey() >= 16 ? 4 : 2;
            return PlainBloomFilter.paired(size.sizeInBits(), words, size.probesPerKey() / 2 / words);
        }
        int words = size.probesPerKey() >= 8 ? 4 : 2;
        return PlainBloomFilter.blocked(size.sizeInBits(), words, size.probesPerKey() / words);
    }

    private static BloomFilter<Long> filter(BloomSizing size, boolean singleWriter) {
        var builder = Filters.bloom(KeyEncoder.int64(), BloomSpec.ofSize(size)).seed(Seed.of(Seeds.base()));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }
}
