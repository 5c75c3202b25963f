package dev.bloomery.testkit.counting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.CountingInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A counting filter is the Bloom filter of the same plan, with 4 or 8 bits in the place of one. */
class CountingConversionTest {
    private static final Seed SEED = Seed.of(Seeds.base(), 29);
    private static final KeyEncoder<Long> INT64 = KeyEncoder.int64();
    private static final int KEYS = 1_000;

    /** Keys to look at: those that stay, those that are removed, absent ones; enough to see every bit. */
    private static final int PROBED = 15 * KEYS;

    static List<CountingVariant> variants() {
        return CountingVariant.all();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void toBloomFilter_afterAddsAndRemoves_isTheFilterOfTheKeysThatAreIn(CountingVariant variant) {
        CountingBloomFilter<Long> counting = variant.build(INT64, KEYS, SEED);
        for (long key = 0; key < KEYS; key++) {
            counting.add(key);
        }
        for (long key = 0; key < KEYS; key += 2) {
            counting.remove(key);
        }
        BloomFilter<Long> converted = counting.toBloomFilter();
        BloomFilter<Long> direct =
                Filters.bloom(INT64, counting.spec().positions()).seed(SEED).build();
        for (long key = 1; key < KEYS; key += 2) {
            direct.add(key);
        }
        assertThat(converted.seededSpec()).isEqualTo(direct.seededSpec());
        assertThat(converted.info().setBits())
                .isEqualTo(direct.info().setBits())
                .isEqualTo(counting.info().usedCounters());
        assertThat(converted.info().currentFpp())
                .isEqualTo(direct.info().currentFpp())
                .isEqualTo(counting.info().currentFpp());
        for (long key = 0; key < PROBED; key++) {
            assertThat(converted.explain(key)).isEqualTo(direct.explain(key));
            assertThat(converted.mightContain(key))
                    .isEqualTo(counting.mightContain(key))
                    .isEqualTo(counting.count(key) > 0);
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void toBloomFilter_thenChanges_leavesTheOtherAsItIs(CountingVariant variant) {
        CountingBloomFilter<Long> counting = variant.build(INT64, KEYS, SEED);
        counting.add(1L);
        BloomFilter<Long> converted = counting.toBloomFilter();
        counting.remove(1L);
        converted.add(2L);
        assertThat(converted.mightContain(1L)).isTrue();
        assertThat(counting.mightContain(2L)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void toBloomFilter_mergedWithABloomFilter_hasTheKeysOfBoth(CountingVariant variant) {
        CountingBloomFilter<Long> counting = variant.build(INT64, KEYS, SEED);
        BloomFilter<Long> plain = variant.positions().build(INT64, KEYS, SEED);
        BloomFilter<Long> both = variant.positions().build(INT64, KEYS, SEED);
        for (long key = 0; key < KEYS / 2; key++) {
            counting.add(key);
            plain.add(key + KEYS / 2);
            both.add(key);
            both.add(key + KEYS / 2);
        }
        plain.mergeFrom(counting.toBloomFilter());
        for (long key = 0; key < PROBED; key++) {
            assertThat(plain.explain(key)).isEqualTo(both.explain(key));
        }
        assertThat(plain.info().setBits()).isEqualTo(both.info().setBits());
    }

    /** Also of a counter that stuck: the bit is set, then and for ever. */
    @Test
    void toBloomFilter_stuckCounters_areSetBits() {
        CountingBloomFilter<Long> counting =
                Filters.countingBloom(INT64).size(1_000, 3).seed(SEED).build();
        for (int n = 0; n < 40; n++) {
            counting.add(5L);
        }
        for (int n = 0; n < 40; n++) {
            counting.remove(5L);
        }
        assertThat(counting.toBloomFilter().mightContain(5L)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void memoryBytes_everyLayout_isTheWidthTimesTheCounters(CountingVariant variant) {
        CountingBloomFilter<Long> counting = variant.build(INT64, 10_000, SEED);
        BloomFilter<Long> plain = variant.positions().build(INT64, 10_000, SEED);
        CountingInfo info = counting.info();
        assertThat(info.counters()).isEqualTo(plain.info().sizeInBits());
        assertMemory(info, variant.counterBits());
    }

    @ParameterizedTest
    @CsvSource({"4, 2", "4, 15", "4, 16", "4, 17", "4, 100000", "8, 2", "8, 7", "8, 8", "8, 9", "8, 100000"})
    void memoryBytes_anySize_isTheWidthTimesTheCounters(int bits, long size) {
        CountingInfo info = Filters.countingBloom(INT64)
                .size(size, 1)
                .counterBits(bits)
                .build()
                .info();
        assertThat(info.counters()).isEqualTo(size);
        assertMemory(info, bits);
    }

    /** Rounded up to a word, and the header of one array. */
    private static void assertMemory(CountingInfo info, int bits) {
        long words = (info.counters() * bits + 63) / 64;
        assertThat(info.memoryBytes()).isEqualTo(16 + 8 * words);
    }
}
