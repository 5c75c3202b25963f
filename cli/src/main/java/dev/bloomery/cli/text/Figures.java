package dev.bloomery.cli.text;

import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {
    private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB"};

    private Figures() {}

    /** Three digits that count: {@code 0.00998}, {@code 12.3}, {@code 1.2e-07}. */
    public static String of(double number) {
        if (!Double.isFinite(number)) {
            return "unknown";
        }
        double size = Math.abs(number);
        if (number == Math.rint(number) && size < 1e15) {
            return String.format(Locale.ROOT, "%,d", (long) number);
        }
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        return size < 0.0001 ? String.format(Locale.ROOT, "%.2g", number) : String.format(Locale.ROOT, "%.3g", number);
    }

    /** An amount of memory: {@code 1.20 MB}. */
    public static String bytes(long bytes) {
        int unit = 0;
        double amount = bytes;
        while (amount >= 1000 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return unit == 0
                ? bytes + " bytes"
                : String.format(
                        Locale.ROOT,
                        amount < 10 ? "%.2f %s" : amount < 100 ? "%.1f %s" : "%.0f %s",
                        amount,
                        UNITS[unit]);
    }
}
