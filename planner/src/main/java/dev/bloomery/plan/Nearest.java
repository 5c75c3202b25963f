package dev.bloomery.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The nearest questions to one for which there is no plan that have one. */
final class Nearest {
    private static final double HIGHEST_FPP = 0.5;
    private static final int STEPS = 40;

    private Nearest() {}

    static boolean isPossible(Question question) {
        for (Kind kind : Selection.kinds(question)) {
            if (Weighing.isAble(kind, question)
                    && sized(kind, question)
                            .filter(sized ->
                                    Weighing.option(kind, question, sized).usable())
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** The least memory in which it can be done, whatever the budget. */
    static OptionalLong memoryBytes(Question question) {
        OptionalLong least = OptionalLong.empty();
        for (Kind kind : Selection.kinds(question)) {
            Optional<Sized> sized = sized(kind, question).filter(Sized::fitsHeap);
            if (Weighing.isAble(kind, question) && sized.isPresent()) {
                long bytes = kind == Kind.FAMILY
                        ? FamilyModel.leastBytes(question)
                        : sized.get().memoryBytes();
                least = OptionalLong.of(Math.min(bytes, least.orElse(bytes)));
            }
        }
        return least;
    }

    private static Optional<Sized> sized(Kind kind, Question question) {
        try {
            return Optional.of(Sizes.of(kind, question));
        } catch (IllegalArgumentException noSize) {
            return Optional.empty();
        }
    }

    /** The lowest FPP above that of the question, up to 50 %, rounded up to two digits where that will do. */
    static OptionalDouble fpp(Question question) {
        double impossible = question.targetFpp();
        double possible = HIGHEST_FPP;
        if (impossible >= possible || !isPossible(withFpp(question, possible))) {
            return OptionalDouble.empty();
        }
        for (int step = 0; step < STEPS && possible / impossible > 1.001; step++) {
            double middle = Math.sqrt(impossible * possible);
            if (isPossible(withFpp(question, middle))) {
                possible = middle;
            } else {
                impossible = middle;
            }
        }
        double round = new BigDecimal(possible)
                .round(new MathContext(2, RoundingMode.CEILING))
                .doubleValue();
        return OptionalDouble.of(isPossible(withFpp(question, round)) ? round : possible);
    }

    /** The highest number of keys below that of the question, rounded down to three digits where that will do. */
    static OptionalLong keys(Question question) {
        long possible = 1;
        long impossible = question.keys();
        if (impossible <= 1 || !isPossible(withKeys(question, possible))) {
            return OptionalLong.empty();
        }
        while (impossible - possible > Math.max(1, impossible / 1_000)) {
            long middle = possible + (impossible - possible) / 2;
            if (isPossible(withKeys(question, middle))) {
                possible = middle;
            } else {
                impossible = middle;
            }
        }
        long round = new BigDecimal(possible)
                .round(new MathContext(3, RoundingMode.FLOOR))
                .longValueExact();
        return OptionalLong.of(isPossible(withKeys(question, round)) ? round : possible);
    }

    static Question withFpp(Question question, double fpp) {
        return question.change().targetFpp(fpp).build();
    }

    static Question withKeys(Question question, long keys) {
        return question.change().keys(keys).build();
    }
}
