package dev.bloomery.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said beforehand is what the family reports when it is built. */
class FamilySizingTest {

    @ParameterizedTest
    @CsvSource({
        "60000, 1, 0.01",
        "60000, 5, 0.01",
        "100000, 20, 0.01",
        "20000, 20, 0.0001",
        "10000, 25, 0.01",
        "8000, 50, 0.1",
        "8000, 50, 0.01",
        "4000, 100, 0.01",
        "4000, 100, 1e-6",
        "1500, 300, 0.01",
        "1000, 1000, 0.01",
        "500, 1000, 0.001",
        "100, 10000, 0.01"
    })
    void of_ownersOfOneSize_isWhatTheFamilyReports(int owners, int keys, double fpp) {
        FamilySizing size = FamilySizing.of(owners, keys, fpp);
        for (boolean inTurns : new boolean[] {true, false}) {
            FamilyInfo info = built(owners, keys, fpp, inTurns);
            double share = (double) info.memoryBytes() / size.memoryBytes();
            System.out.printf(
                    Locale.ROOT,
                    "%,d owners of %,d keys at %s: %.1f bytes each, %.3f of the estimate; FPP %.3g, %.3f of it%n",
                    owners,
                    keys,
                    fpp,
                    info.bytesPerOwner(),
                    share,
                    info.expectedFpp(),
                    info.expectedFpp() / size.expectedFpp());
            assertThat(share).as("memory").isBetween(0.88, 1.08);
            assertThat(size.expectedFpp()).as("FPP").isCloseTo(info.expectedFpp(), within(0.15 * fpp));
            assertThat(size.expectedFpp()).isLessThanOrEqualTo(fpp);
        }
    }

    /** Owners get their keys in turns, one each, or each all of its own. */
    private static FamilyInfo built(int owners, int keys, double fpp, boolean inTurns) {
        FilterFamily<Long, Long> family = FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), fpp)
                .seed(Seed.of(7))
                .build();
        for (long i = 0; i < (long) owners * keys; i++) {
            if (inTurns) {
                family.add(i % owners, i / owners);
            } else {
                family.add(i / keys, i % keys);
            }
        }
        return family.info();
    }

    @Test
    void of_whatAFamilyCannotDo_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FamilySizing.of(10, 20, 1e-12))
                .withMessageContaining("too low for a family");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FamilySizing.of(10, 1L << 39, 0.01))
                .withMessageContaining("too many for one owner");
    }
}
