package dev.bloomery.cli.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongToDoubleFunction;

/** The FPP over the number of keys, drawn in characters: the FPP in powers of ten upward, keys to the right, up to half more than the capacity. */
public final class FppCurve {
    private static final int COLUMNS = 60;
    private static final int ROWS = 10;

    private FppCurve() {}

    /**
     * Draws it.
     *
     * @param fpp the FPP after so many keys
     * @param keys how many there are
     */
    public static String draw(LongToDoubleFunction fpp, long capacity, long keys, double targetFpp) {
        long last = Math.max(COLUMNS, capacity + capacity / 2);
        double top = Math.log10(Math.max(targetFpp, fpp.applyAsDouble(last)));
        double bottom = Math.min(top - 1, Math.log10(targetFpp) - 3);
        char[][] grid = new char[ROWS][COLUMNS + 1];
        for (char[] row : grid) {
            Arrays.fill(row, ' ');
        }
        int target = row(Math.log10(targetFpp), bottom, top);
        Arrays.fill(grid[target], '-');
        for (int column = 0; column <= COLUMNS; column++) {
            double value = fpp.applyAsDouble(Math.round((double) last * column / COLUMNS));
            if (value > 0 && Math.log10(value) >= bottom) {
                grid[row(Math.log10(value), bottom, top)][column] = '*';
            }
        }
        int here = (int) Math.min(COLUMNS, Math.round((double) COLUMNS * keys / last));
        double now = fpp.applyAsDouble(keys);
        grid[now > 0 ? row(Math.max(bottom, Math.log10(now)), bottom, top) : ROWS - 1][here] = '@';

        StringBuilder picture = new StringBuilder();
        for (int row = 0; row < ROWS; row++) {
            double value = Math.pow(10, top - (top - bottom) * row / (ROWS - 1));
            String label = row == target ? "target " + targetFpp : String.format(Locale.ROOT, "%.1e", value);
            picture.append(String.format(Locale.ROOT, "%14s |%s%n", label, new String(grid[row]).stripTrailing()));
        }
        picture.append(" ".repeat(15)).append('+').append("-".repeat(COLUMNS)).append('\n');
        picture.append(String.format(
                Locale.ROOT, "%15s0%" + (COLUMNS - 1) + "s%n", "", String.format(Locale.ROOT, "%,d keys", last)));
        return picture.append(String.format(Locale.ROOT, "%15s@ now: %,d keys", "", keys))
                .toString();
    }

    private static int row(double value, double bottom, double top) {
        double share = (top - value) / (top - bottom);
        return (int) Math.max(0, Math.min(ROWS - 1, Math.round(share * (ROWS - 1))));
    }
}
