package dev.bloomery.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** How figures are written. What was not measured, NaN, is a dash. */
final class Format {
    static final String NONE = "-";

    private Format() {}

    /** Three digits, never in exponents: {@code 0.812}, {@code 3.42}, {@code 27.1}, {@code 412}, {@code 1230}. */
    static String nanos(double value) {
        return threeDigits(value);
    }

    /** Three digits, but no more than two decimals: {@code 0.84}, {@code 1.00}, {@code 12.5}. */
    static String ratio(double value) {
        return Math.abs(value) < 1 ? decimals(value, 2) : threeDigits(value);
    }

    private static String threeDigits(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        if (value == 0) {
            return "0";
        }
        int integerDigits = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        return decimals(value, Math.max(0, Math.min(3, 3 - integerDigits)));
    }

    /** As few digits as say the same: {@code 50}, {@code 0.5}, {@code 7.5}. */
    static String plain(double value) {
        BigDecimal exact = BigDecimal.valueOf(value).round(new MathContext(6));
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    static String bits(double value) {
        return decimals(value, 2);
    }

    /** Bytes an operation: less than half a byte is noise of the measurement and written as 0. */
    static String bytes(double value) {
        return decimals(value, 0);
    }

    static String decimals(double value, int digits) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : NONE;
    }

    /** A probability with three digits: {@code 1 %}, {@code 0.987 %}. */
    static String percent(double probability) {
        if (!Double.isFinite(probability)) {
            return NONE;
        }
        BigDecimal value = BigDecimal.valueOf(probability * 100).round(new MathContext(3));
        return (value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString()) + " %";
    }

    /** A number of keys: {@code 10k}, {@code 1M}, {@code 2.5M}, or all its digits where that would lose some. */
    static String keys(long keys) {
        if (keys >= 1_000_000 && keys % 100_000 == 0) {
            return shortened(keys / 1e6) + "M";
        }
        if (keys >= 1_000 && keys % 100 == 0) {
            return shortened(keys / 1e3) + "k";
        }
        return String.format(Locale.ROOT, "%,d", keys);
    }

    /** A size of memory: {@code 512 B}, {@code 1.2 MiB}, {@code 32 KiB}. */
    static String size(double bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return shortened(value) + " " + units[unit];
    }

    private static String shortened(double value) {
        return BigDecimal.valueOf(Math.round(value * 10) / 10.0)
                .stripTrailingZeros()
                .toPlainString();
    }
}
