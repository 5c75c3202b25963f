package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;

/**
 * What memory and hash alone take at a point: no filter that reads one cache line of it can be faster.
 *
 * <p>Where the reads of a key type were not measured, those of long keys stand for them, as they do not depend on the key; the
 * hash does not depend on the number of keys, so that of any number stands for it.
 */
final class Floor {
    private final Figures figures;
    private final Point point;

    Floor(Figures figures, Point point) {
        this.figures = figures;
        this.point = point;
    }

    /** The time below which this operation cannot come, NaN if a part of it was not measured. */
    double of(String operation) {
        return read(Names.isBatch(operation) ? Names.OVERLAPPED_READ : Names.SINGLE_READ) + hash();
    }

    double read(String kind) {
        double here = figures.nanos(Names.FLOOR, point, kind);
        return Double.isNaN(here) ? figures.nanos(Names.FLOOR, point.withKeyType(Names.LONG), kind) : here;
    }

    double hash() {
        double here = figures.nanos(Names.FLOOR, point, Names.HASH);
        return Double.isNaN(here)
                ? figures.points().stream()
                        .filter(other -> other.keyType().equals(point.keyType()) && other.threads() == point.threads())
                        .mapToDouble(other -> figures.nanos(Names.FLOOR, other, Names.HASH))
                        .filter(Double::isFinite)
                        .findFirst()
                        .orElse(Double.NaN)
                : here;
    }
}
