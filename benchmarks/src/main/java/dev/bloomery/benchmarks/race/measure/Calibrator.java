package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.Knob;
import java.util.function.DoubleFunction;
import java.util.function.DoubleSupplier;

/**
 * Finds the setting at which a contestant delivers an FPP: first as documented, then with more bits step by step until it does.
 * A contestant that cannot be set, or that gets no better, stays as it is.
 */
public final class Calibrator {
    /** Steps of one percent more bits: enough for more than three times the bits. */
    private static final int MOST_STEPS = 120;

    private static final long KEYS = 1_000_000;

    private Calibrator() {}

    public static Calibration calibrate(Contestant contestant, KeyType type, double fpp) {
        return calibrate(contestant.knob(), fpp, setting -> trial(contestant, type, fpp, setting));
    }

    private static Trial trial(Contestant contestant, KeyType type, double fpp, double setting) {
        long probes = FppProbes.count(fpp);
        if (contestant.isStatic() || contestant.knob() == Knob.FIXED) { // the size may depend on the keys
            Filled filled = Filled.of(contestant, type, KEYS, setting);
            return new Trial(filled.bitsPerKey(), () -> filled.measureFpp(probes));
        }
        long emptySize = switch (type) {
            case LONG -> contestant.emptyForLongs(KEYS, setting).sizeInBits();
            case URL -> contestant.emptyForUrls(KEYS, setting).sizeInBits();
        };
        return new Trial(
                (double) emptySize / KEYS,
                () -> Filled.of(contestant, type, KEYS, setting).measureFpp(probes));
    }

    /** A filter at some setting; to fill it and measure its FPP takes long, so that is put off. */
    record Trial(double bitsPerKey, DoubleSupplier fpp) {}

    static Calibration calibrate(Knob knob, double fpp, DoubleFunction<Trial> atSetting) {
        double setting = knob.configured(fpp);
        Trial first = atSetting.apply(setting);
        double configuredFpp = first.fpp().getAsDouble();
        double measured = configuredFpp;
        double bits = first.bitsPerKey();
        double candidate = setting;
        for (int step = 0; measured > fpp * FppProbes.TOLERANCE && step < MOST_STEPS; step++) {
            double next = knob.more(candidate);
            if (next == candidate) {
                break;
            }
            candidate = next;
            Trial trial = atSetting.apply(candidate);
            if (trial.bitsPerKey() > bits) { // many settings may be rounded to one size
                bits = trial.bitsPerKey();
                measured = trial.fpp().getAsDouble();
                setting = candidate;
            }
        }
        return new Calibration(setting, configuredFpp, first.bitsPerKey());
    }
}
