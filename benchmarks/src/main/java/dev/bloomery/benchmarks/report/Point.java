package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Result;
import java.util.Comparator;

/**
 * Where contestants are compared: figures of one point, and only those, may be set against each other.
 *
 * @param keyType {@code long} or {@code url}
 * @param keys how many keys each filter holds
 * @param askedFpp the FPP that each filter was made to deliver
 * @param threads how many threads work at the same time
 */
public record Point(String keyType, long keys, double askedFpp, int threads) implements Comparable<Point> {
    private static final Comparator<Point> ORDER = Comparator.comparing(Point::keyType)
            .thenComparingDouble(point -> -point.askedFpp())
            .thenComparingInt(Point::threads)
            .thenComparingLong(Point::keys);

    static Point of(Result result) {
        return new Point(result.keyType(), result.keys(), result.askedFpp(), result.threads());
    }

    Point withThreads(int other) {
        return new Point(keyType, keys, askedFpp, other);
    }

    Point withKeyType(String other) {
        return new Point(other, keys, askedFpp, threads);
    }

    /** As a cell of a table, such as {@code 1M long} or {@code 100M long, 2 threads}. */
    String shortName() {
        return Format.keys(keys) + " " + keyType
                + (askedFpp == Goals.FPP ? "" : ", FPP " + Format.percent(askedFpp))
                + (threads == 1 ? "" : ", " + threads + " threads");
    }

    @Override
    public int compareTo(Point other) {
        return ORDER.compare(this, other);
    }

    /** As the heading of a table, such as {@code 1M long keys, FPP 1 %, 1 thread}. */
    @Override
    public String toString() {
        return Format.keys(keys) + " " + keyType + " keys, FPP " + Format.percent(askedFpp) + ", " + threads
                + (threads == 1 ? " thread" : " threads");
    }
}
