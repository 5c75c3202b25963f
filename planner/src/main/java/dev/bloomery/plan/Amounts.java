package dev.bloomery.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
final class Amounts {

    private Amounts() {}

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Three digits and a unit: {@code 1.27 GB}. */
    static String bytes(long bytes) {
        if (bytes < 10_000) {
            return count(bytes) + " bytes";
        }
        String[] units = {"kB", "MB", "GB", "TB", "PB"};
        double value = bytes / 1e3;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1e3;
            unit++;
        }
        return plain(value) + " " + units[unit];
    }

    /** A probability: {@code 0.998 %}; small ones as a power, {@code 1.2e-7}. */
    static String percent(double share) {
        if (share != 0 && share < 1e-6) {
            return String.format(Locale.ROOT, "%.3g", share);
        }
        return plain(100 * share) + " %";
    }

    static String time(Duration time) {
        return nanos(inNanos(time));
    }

    /** As a double, which no duration is too long for. */
    static double inNanos(Duration time) {
        return time.getSeconds() * 1e9 + time.getNano();
    }

    static String nanos(double nanos) {
        if (nanos < 999.5) {
            return plain(nanos) + " ns";
        }
        if (nanos < 999.5e3) {
            return plain(nanos / 1e3) + " us";
        }
        if (nanos < 999.5e6) {
            return plain(nanos / 1e6) + " ms";
        }
        double seconds = nanos / 1e9;
        if (seconds < 120) {
            return plain(seconds) + " s";
        }
        if (seconds < 7_200) {
            return plain(seconds / 60) + " min";
        }
        return seconds < 172_800 ? plain(seconds / 3_600) + " h" : plain(seconds / 86_400) + " days";
    }

    /** Three digits that count, without zeros at the end and without an exponent. */
    private static String plain(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
