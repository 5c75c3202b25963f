package dev.bloomery.cli.text;

import java.util.Locale;

/** Shares as bars and shades. */
public final class Bars {
    private static final int WIDTH = 50;
    private static final String SHADES = " .:-=+*#%@";

    private Bars() {}

    /** {@code [#####.....]  50.0 %}. */
    public static String bar(double share) {
        int filled = (int) Math.round(WIDTH * Math.max(0, Math.min(1, share)));
        return String.format(
                Locale.ROOT, "[%s%s] %5.1f %%", "#".repeat(filled), ".".repeat(WIDTH - filled), 100 * share);
    }

    /** A character for each share, the darker the more; {@code ?} where it is not known. */
    public static String shades(double[] shares) {
        StringBuilder line = new StringBuilder();
        for (double share : shares) {
            int shade = (int) Math.min(SHADES.length() - 1, Math.floor(share * SHADES.length()));
            line.append(Double.isNaN(share) ? '?' : SHADES.charAt(shade));
        }
        return line.toString();
    }

    /** What the shades mean. */
    public static String legend() {
        return "'" + SHADES.charAt(0) + "' empty to '" + SHADES.charAt(SHADES.length() - 1) + "' full";
    }
}
