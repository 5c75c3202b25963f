package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fixed keys and a fixed seed give an exact number of set bits and of false positives, on every machine and JDK. A change
 * of these numbers is a change of what stored filters mean.
 */
class GoldenFilterTest {

    @ParameterizedTest
    @CsvSource({
        "CLASSIC,     0.01,   false, 49735, 968",
        "CLASSIC,     0.01,   true,  49775, 982",
        "PARTITIONED, 0.01,   false, 49847, 1008",
        "BLOCKED,     0.3,    false, 13848, 29103",
        "BLOCKED,     0.1,    false, 27443, 9884",
        "BLOCKED,     0.01,   false, 45386, 969",
        "BLOCKED,     0.001,  false, 62792, 99",
        "BLOCKED,     0.0001, false, 93159, 12",
        "BLOCKED,     0.01,   true,  45352, 986",
        "PAIRED,      0.01,   false, 54792, 994",
        "PAIRED,      0.0001, false, 90846, 9",
        "PAIRED,      1e-6,   true,  125355, 0",
    })
    void filter_fixedKeys_hasExactBitsAndFalsePositives(
            Layout layout, double fpp, boolean hardened, long setBits, long falsePositives) {
        var builder = Filters.bloom(KeyEncoder.utf8())
                .capacity(10_000)
                .targetFpp(fpp)
                .layout(layout)
                .seed(Seed.of(42, 43));
        BloomFilter<String> filter = (hardened ? builder.hardened() : builder).build();
        for (int i = 0; i < 10_000; i++) {
            filter.add("https://example.com/" + i);
        }
        long hits = 0;
        for (int i = 10_000; i < 110_000; i++) {
            hits += filter.mightContain("https://example.com/" + i) ? 1 : 0;
        }
        BloomInfo info = filter.info();
        assertThat(info.setBits() + " bits, " + hits + " false positives")
                .isEqualTo(setBits + " bits, " + falsePositives + " false positives");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1,    false, 9705, 5624",
        "0.01,   false, 9957, 730",
        "0.01,   true,  9970, 757",
        "0.0001, false, 10000, 2",
    })
    void cuckooFilter_fixedKeys_hasExactInsertionsAndFalsePositives(
            double fpp, boolean hardened, long insertions, long falsePositives) {
        var builder = Filters.cuckoo(KeyEncoder.utf8())
                .capacity(10_000)
                .targetFpp(fpp)
                .seed(Seed.of(42, 43));
        CuckooFilter<String> filter = (hardened ? builder.hardened() : builder).build();
        for (int i = 0; i < 10_000; i++) {
            filter.add("https://example.com/" + i);
        }
        long hits = 0;
        for (int i = 10_000; i < 110_000; i++) {
            hits += filter.mightContain("https://example.com/" + i) ? 1 : 0;
        }
        assertThat(filter.info().insertions() + " insertions, " + hits + " false positives")
                .isEqualTo(insertions + " insertions, " + falsePositives + " false positives");
    }
}
