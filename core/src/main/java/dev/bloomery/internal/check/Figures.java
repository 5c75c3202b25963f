package dev.bloomery.internal.check;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as messages print them: so that a person can read them. */
public final class Figures {
    private static final MathContext DIGITS = new MathContext(3);
    private static final MathContext ROUNDED_UP = new MathContext(3, RoundingMode.CEILING);

    private Figures() {}

    /** With separators: {@code 50,000}. */
    public static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Three digits of a probability: {@code 0.0101}, {@code 1.02E-9}. */
    public static String of(double probability) {
        return text(probability, DIGITS);
    }

    /** Three digits of a probability that is the least allowed: rounded up, so that what is printed is allowed. */
    public static String atLeast(double probability) {
        return text(probability, ROUNDED_UP);
    }

    /** Three digits of a probability that is above a limit; all of them if three do not show it. */
    public static String above(double probability, double limit) {
        String rounded = of(probability);
        return Double.parseDouble(rounded) > limit ? rounded : String.valueOf(probability);
    }

    private static String text(double probability, MathContext digits) {
        return new BigDecimal(probability).round(digits).stripTrailingZeros().toString();
    }
}
