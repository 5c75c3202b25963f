package dev.bloomery.cli.filter;

import dev.bloomery.BloomFilter;
import dev.bloomery.cli.text.Bars;
import dev.bloomery.info.Explanation;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/**
 * How full the regions of a Bloom filter are, from a sample: the bits that random keys look at. A filter whose hash were uneven would show
 * stripes.
 */
public final class FillMap {
    private static final int ROWS = 4;
    private static final int COLUMNS = 64;
    private static final int SAMPLES = 20_000;

    private FillMap() {}

    /** Draws it, from the first bit to the last; of a number comes a key. */
    public static <K> String draw(BloomFilter<K> filter, LongFunction<K> randomKey) {
        long bits = filter.info().sizeInBits();
        int[] seen = new int[ROWS * COLUMNS];
        int[] set = new int[ROWS * COLUMNS];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < SAMPLES; i++) {
            for (Explanation.Probe probe :
                    filter.explain(randomKey.apply(random.nextLong())).probes()) {
                int region = (int) Math.min(seen.length - 1, (long) ((double) probe.position() / bits * seen.length));
                seen[region]++;
                set[region] += probe.set() ? 1 : 0;
            }
        }
        StringBuilder picture = new StringBuilder("fill, first bit to last (" + Bars.legend() + ")\n");
        for (int row = 0; row < ROWS; row++) {
            double[] shares = new double[COLUMNS];
            for (int column = 0; column < COLUMNS; column++) {
                int region = row * COLUMNS + column;
                shares[column] = seen[region] == 0 ? Double.NaN : (double) set[region] / seen[region];
            }
            picture.append("  |").append(Bars.shades(shares)).append(row < ROWS - 1 ? "|\n" : "|");
        }
        return picture.toString();
    }
}
