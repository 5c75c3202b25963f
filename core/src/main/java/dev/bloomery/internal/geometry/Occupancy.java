package dev.bloomery.internal.geometry;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How many of {@code cells} cells are taken after throws that each hit a cell at random.
 *
 * <p>A classic Bloom filter of m bits after n keys with k probes is that: nk throws into m cells. Its FPP is the chance
 * that k more throws all hit taken cells, {@code E[(Z/m)^k]} with Z the number of taken cells. The textbook
 * {@code (1 - e^(-kn/m))^k} puts the mean of Z in place of Z; because the power is convex it is too low, a little for
 * large filters and a lot for small ones.
 *
 * <pre>
 * exact     P_t(z) = P_{t-1}(z) z/m + P_{t-1}(z-1) (1 - (z-1)/m), a row of probabilities, cut where they vanish
 * expanded  (mean/m)^k exp(k(k-1)/2 variance/mean^2): ln Z taken as normal; mean and variance of Z are exact
 * </pre>
 *
 * <p>The expansion errs upwards, so a size computed with it keeps its promise. From {@link #EXACT_CELLS} cells on, at half
 * fill, it errs by less than 3e-6 of its value up to 10 probes, 2.1e-4 up to 40 and 1e-3 up to 64; a test compares the two.
 */
public final class Occupancy {
    /** Up to here the exact row is cheap (about a millisecond) and needed. */
    public static final long EXACT_CELLS = 4096;

    /** Far below any FPP of interest; keeps the row short and its numbers normal. */
    private static final double NEGLIGIBLE = 1e-30;

    /** Answers of the last plans, each in the place that its hash says; another plan may take the place over. */
    private static final AtomicReferenceArray<@Nullable Answer> ANSWERS = new AtomicReferenceArray<>(1024);

    /** A row for one at a time, whoever comes first: a plan of many small filters would else make one of 32 KiB for each. */
    private static final AtomicReference<double @Nullable []> SPARE = new AtomicReference<>(null);

    private Occupancy() {}

    /** The chance that {@code probes} more throws all hit taken cells. */
    public static double allTaken(long cells, long throwsSoFar, int probes) {
        if (throwsSoFar <= 0) {
            return 0;
        }
        if (cells == 1) {
            return 1; // the only cell is taken; the expansion looks at two
        }
        if (cells <= EXACT_CELLS && throwsSoFar <= 40.0 * cells) {
            return remembered((int) cells, throwsSoFar, probes);
        }
        return expanded(cells, throwsSoFar, probes);
    }

    /** {@link #exact}, computed once for all filters of one plan: it takes up to a millisecond, and sizing and loading ask again and again. */
    private static double remembered(int cells, long throwsSoFar, int probes) {
        int place = (int) Mix.remix(throwsSoFar << 32 ^ (long) cells << 8 ^ probes) & (ANSWERS.length() - 1);
        Answer answer = ANSWERS.get(place);
        if (answer == null || answer.cells != cells || answer.throwsSoFar != throwsSoFar || answer.probes != probes) {
            answer = new Answer(cells, throwsSoFar, probes, exact(cells, throwsSoFar, probes));
            ANSWERS.set(place, answer);
        }
        return answer.chance;
    }

    static double exact(int cells, long throwsSoFar, int probes) {
        double[] spare = SPARE.getAndSet(null);
        double[] row = spare == null || spare.length < cells + 2 ? new double[cells + 2] : spare;
        double result = exact(cells, throwsSoFar, probes, row);
        Arrays.fill(row, 0, cells + 2, 0);
        SPARE.set(row);
        return result;
    }

    private static double exact(int cells, long throwsSoFar, int probes, double[] chance) {
        // by number of taken cells
        chance[0] = 1;
        double share = 1.0 / cells;
        int low = 0;
        int high = 0;
        for (long t = 0; t < throwsSoFar; t++) {
            high = Math.min(high + 1, cells);
            for (int z = high; z > low; z--) {
                chance[z] = chance[z] * (z * share) + chance[z - 1] * ((cells - z + 1) * share);
            }
            chance[low] *= low * share;
            while (chance[low] < NEGLIGIBLE && low < high) {
                chance[low++] = 0;
            }
            while (chance[high] < NEGLIGIBLE && high > low) {
                chance[high--] = 0;
            }
        }
        double sum = 0;
        for (int z = low; z <= high; z++) {
            sum += chance[z] * Math.pow((double) z / cells, probes);
        }
        return Math.min(sum, 1);
    }

    static double expanded(long cells, long throwsSoFar, int probes) {
        double m = cells;
        double free = Math.exp(throwsSoFar * Math.log1p(-1 / m)); // a given cell is free
        double bothFree = Math.exp(throwsSoFar * Math.log1p(-2 / m)); // two given cells are free
        double taken = -Math.expm1(throwsSoFar * Math.log1p(-1 / m));
        // bothFree - free^2, written so that it does not vanish among the digits of its parts
        double covariance = free * free * Math.expm1(throwsSoFar * Math.log1p(-1 / ((m - 1) * (m - 1))));
        double variance = (free - bothFree) / m + covariance;
        double spread = 0.5 * probes * (probes - 1.0) * variance / (taken * taken);
        return Math.min(Math.exp(probes * Math.log(taken) + spread), 1);
    }

    private record Answer(int cells, long throwsSoFar, int probes, double chance) {}
}
