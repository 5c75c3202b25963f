package dev.bloomery.benchmarks.race.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.benchmarks.contestant.Knob;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CalibratorTest {
    private static final Offset<Double> NEAR = Offset.offset(1e-9);

    @Test
    void calibrate_deliversAsDocumented_staysAsDocumented() {
        Calibration found = Calibrator.calibrate(Knob.FPP, 0.01, asked -> new Calibrator.Trial(10, () -> 1.02 * asked));

        assertThat(found.setting()).isEqualTo(0.01);
        assertThat(found.configuredFpp()).isCloseTo(0.0102, NEAR);
        assertThat(found.configuredBitsPerKey()).isEqualTo(10);
    }

    @Test
    void calibrate_deliversTooMuch_givesAsFewMoreBitsAsSuffice() {
        Calibration found = Calibrator.calibrate(
                Knob.WHOLE_BITS_PER_KEY, 0.01, bits -> new Calibrator.Trial(bits, () -> 0.13 / bits));

        assertThat(found.configuredFpp()).isCloseTo(0.013, NEAR);
        assertThat(found.configuredBitsPerKey()).isEqualTo(10);
        assertThat(0.13 / found.setting()).isBetween(0.01 * 1.03 / 1.01, 0.01 * 1.03);
    }

    @Test
    void calibrate_sizesArePowersOfTwo_measuresOnlyNewSizes() {
        int[] measured = {0};
        Calibration found = Calibrator.calibrate(Knob.FPP, 0.01, asked -> {
            double size = asked < 0.006 ? 16 : 8;
            return new Calibrator.Trial(size, () -> {
                measured[0]++;
                return size == 8 ? 0.02 : 0.001;
            });
        });

        assertThat(found.setting()).isBetween(0.0055, 0.006);
        assertThat(measured[0]).isEqualTo(2);
    }

    @Test
    void calibrate_cannotBeSet_staysAsItIs() {
        Calibration found = Calibrator.calibrate(Knob.FIXED, 0.01, unused -> new Calibrator.Trial(8.4, () -> 0.029));

        assertThat(found.configuredFpp()).isEqualTo(0.029);
    }
}
