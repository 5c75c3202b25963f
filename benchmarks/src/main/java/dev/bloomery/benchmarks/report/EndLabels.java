package dev.bloomery.benchmarks.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Places for the labels at the ends of lines, one above the other: as near to their lines as the height of text allows. */
final class EndLabels {
    private EndLabels() {}

    /**
     * Moves heights apart.
     *
     * @param wished where each label should be
     * @param gap how far apart two must be
     * @param top none is above this
     * @param bottom none is below this, if there is room for all
     * @return where each label is, in the order of {@code wished}
     */
    static double[] spread(double[] wished, double gap, double top, double bottom) {
        int[] order = IntStream.range(0, wished.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> wished[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] placed = new double[wished.length];
        // Blocks of labels that touch: each lies as near as it can to what its labels wish on average.
        double[] middle = new double[wished.length];
        int[] size = new int[wished.length];
        int blocks = 0;
        for (int i : order) {
            middle[blocks] = wished[i];
            size[blocks] = 1;
            blocks++;
            clamp(middle, size, blocks - 1, gap, top, bottom);
            while (blocks > 1
                    && middle[blocks - 1] - middle[blocks - 2] < gap * (size[blocks - 1] + size[blocks - 2]) / 2) {
                int both = size[blocks - 2] + size[blocks - 1];
                middle[blocks - 2] =
                        (middle[blocks - 2] * size[blocks - 2] + middle[blocks - 1] * size[blocks - 1]) / both;
                size[blocks - 2] = both;
                blocks--;
                clamp(middle, size, blocks - 1, gap, top, bottom);
            }
        }
        int next = 0;
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < size[block]; i++) {
                placed[order[next++]] = middle[block] + gap * (i - (size[block] - 1) / 2.0);
            }
        }
        assert Arrays.stream(placed).allMatch(Double::isFinite);
        return placed;
    }

    private static void clamp(double[] middle, int[] size, int block, double gap, double top, double bottom) {
        double half = gap * (size[block] - 1) / 2;
        middle[block] = Math.max(top + half, Math.min(bottom - half, middle[block]));
    }
}
