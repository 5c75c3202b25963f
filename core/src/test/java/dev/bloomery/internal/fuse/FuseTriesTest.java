package dev.bloomery.internal.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a try succeeds, by the number of keys; prints the table of docs/adr/0014. */
@Tag("long")
class FuseTriesTest {
    private static final int[] KEYS = {
        1,
        2,
        3,
        5,
        10,
        20,
        50,
        68,
        100,
        200,
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        11_180,
        11_500,
        20_000,
        50_000,
        100_000,
        200_000,
        499_999,
        500_000,
        700_000,
        1_000_000,
        2_000_000,
        4_000_000,
        8_000_000,
        16_000_000
    };
    private static final long WORK = 40_000_000;
    private static final double LEAST = 0.85;

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void tryFill_anyNumberOfKeys_mostlySucceeds(int arity) {
        Peeling peeling = new Peeling();
        SplittableRandom random = new SplittableRandom(Hashes.SEED);
        for (int keys : KEYS) {
            FuseGeometry geometry = FuseFit.geometry(keys, arity);
            int tries = (int) Math.max(10, Math.min(10_000, WORK / keys));
            int succeeded = 0;
            for (int i = 0; i < tries; i++) {
                long[] hashes = random.longs(keys).toArray();
                PackedCells cells = PackedCells.of(geometry.cells(), 8);
                succeeded += peeling.tryFill(hashes, keys, geometry, random.nextLong(), cells) ? 1 : 0;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d-wise %,12d keys: %.3f cells a key, segments of %,d, %.3f tries a build (%d tries)%n",
                    arity,
                    keys,
                    (double) geometry.cells() / keys,
                    geometry.segmentLength(),
                    (double) tries / succeeded,
                    tries);
            assertThat((double) succeeded / tries).as("%d keys", keys).isGreaterThan(tries < 100 ? 0.5 : LEAST);
        }
    }
}
