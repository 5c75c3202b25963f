package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.BloomSizing;
import dev.bloomery.BloomSpec;
import dev.bloomery.Explanation;
import dev.bloomery.Filters;
import dev.bloomery.Layout;
import dev.bloomery.Seed;
import dev.bloomery.key.KeyEncoder;
import java.util.BitSet;
import java.util.stream.Stream;
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
                new BloomSizing(Layout.BLOCKED, 256 * 40, 4),
                new BloomSizing(Layout.BLOCKED, 512, 8),
                new BloomSizing(Layout.BLOCKED, 512 * 40, 8),
                new BloomSizing(Layout.BLOCKED, 512 * 90, 16));
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

    private static PlainBloomFilter.Positions positions(BloomSizing size) {
        if (size.layout() == Layout.CLASSIC) {
            return PlainBloomFilter.classic(size.sizeInBits(), size.probesPerKey());
        }
        if (size.layout() == Layout.PARTITIONED) {
            return PlainBloomFilter.partitioned(size.sizeInBits(), size.probesPerKey());
        }
        int words = size.probesPerKey() == 4 ? 4 : 8;
        return PlainBloomFilter.blocked(size.sizeInBits(), words, size.probesPerKey() / words);
    }

    private static BloomFilter<Long> filter(BloomSizing size, boolean singleWriter) {
        var builder =
                Filters.bloom(KeyEncoder.int64()).spec(BloomSpec.ofSize(size)).seed(Seed.of(Seeds.base()));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }
}
