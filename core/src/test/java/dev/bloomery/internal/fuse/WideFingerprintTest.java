package dev.bloomery.internal.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The FPP of a wide fingerprint is too low to be counted, so each stretch of twelve of its bits is looked at alone: an absent key must
 * agree with its cells in it as rarely as chance has it.
 */
class WideFingerprintTest {
    private static final int BITS = 12;
    private static final int PROBES = 4_000_000;

    @ParameterizedTest
    @CsvSource({
        "3, 1000, 36",
        "3, 1000000, 17",
        "3, 1000000, 36",
        "3, 1000000, 48",
        "3, 10000000, 24",
        "4, 1000000, 36",
        "4, 100000, 48",
    })
    void cells_absentKeys_agreeInEveryStretchByChanceOnly(int arity, int keys, int width) {
        FuseGeometry geometry = FuseFit.geometry(keys, arity);
        boolean mixed = geometry.mixesFingerprint(width);
        assertThat(worstDeviation(geometry, keys, width, mixed))
                .as("seed %d", Hashes.SEED)
                .isBetween(-7.0, 7.0);
    }

    /** Just as wide as they may be without mixing, at each number of keys. */
    @ParameterizedTest
    @CsvSource({"3, 1000", "3, 30000", "3, 1000000", "3, 10000000", "4, 1000000"})
    void cells_widestUnmixed_agreeByChanceOnly(int arity, int keys) {
        FuseGeometry geometry = FuseFit.geometry(keys, arity);
        int width = BITS;
        while (!geometry.mixesFingerprint(width + 1)) {
            width++;
        }
        assertThat(worstDeviation(geometry, keys, width, false))
                .as("seed %d", Hashes.SEED)
                .isBetween(-7.0, 7.0);
    }

    /**
     * Control: without mixing it would be seen, by 26 to 38 standard deviations, if peeling went from the first cell through to the last one. In
     * 61 of 1,490 sets of keys it stopped before and also came from the other end: then the cells learned less, and it was 2 to 20. Ten such
     * sets in a row have a probability below 1e-12.
     */
    @Test
    void cells_wideUnmixed_agreeTooOften() {
        FuseGeometry geometry = FuseFit.geometry(1_000_000, 3);
        double worst = 0;
        for (int set = 0; set < 10 && worst <= 20; set++) {
            worst = Math.max(worst, worstDeviation(geometry, 1_000_000, 36, false, "unmixed " + set));
        }
        assertThat(worst).as("seed %d", Hashes.SEED).isGreaterThan(20);
    }

    private static double worstDeviation(FuseGeometry geometry, int keys, int width, boolean mixed) {
        return worstDeviation(geometry, keys, width, mixed, "wide");
    }

    /** The largest deviation of a stretch from what chance has, in standard deviations; the last stretch ends with the fingerprint. */
    private static double worstDeviation(FuseGeometry geometry, int keys, int width, boolean mixed, String purpose) {
        PackedCells cells = filledAtFirst(geometry, keys, width, mixed, purpose);
        int stretches = (width + BITS - 1) / BITS;
        int[] agreements = new int[stretches];
        SplittableRandom random = new SplittableRandom(Hashes.SEED + 1);
        for (int probe = 0; probe < PROBES; probe++) {
            long hash = random.nextLong();
            int length = geometry.segmentLength();
            int first = FuseGeometry.first(hash, geometry.range());
            long difference = FuseGeometry.fingerprint(hash, mixed)
                    ^ cells.window(first)
                    ^ cells.window(FuseGeometry.second(first, hash, length))
                    ^ cells.window(FuseGeometry.third(first, hash, length))
                    ^ (geometry.arity() == 4 ? cells.window(FuseGeometry.fourth(first, hash, length)) : 0);
            for (int stretch = 0; stretch < stretches; stretch++) {
                int from = Math.min(stretch * BITS, width - BITS);
                agreements[stretch] += ((difference >>> from) & ((1 << BITS) - 1)) == 0 ? 1 : 0;
            }
        }
        double expected = PROBES / Math.pow(2, BITS);
        double worst = 0;
        for (int count : agreements) {
            double deviation = (count - expected) / Math.sqrt(expected);
            worst = Math.abs(deviation) > Math.abs(worst) ? deviation : worst;
        }
        return worst;
    }

    /** Filled at the first try, which takes the hash as it is: of 1,000 keys some 4 of 100 sets are not, and another one is taken. */
    private static PackedCells filledAtFirst(
            FuseGeometry geometry, int keys, int width, boolean mixed, String purpose) {
        for (int set = 0; set < 20; set++) {
            PackedCells cells = PackedCells.of(geometry.cells(), width);
            long[] hashes = Hashes.random(keys, purpose + set);
            if (new Peeling().tryFill(hashes, keys, geometry, FuseGeometry.AS_IT_IS, cells, mixed)) {
                return cells;
            }
        }
        throw new AssertionError("none of 20 sets was filled at the first try, seed " + Hashes.SEED);
    }
}
