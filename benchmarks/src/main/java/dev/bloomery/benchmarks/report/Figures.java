package dev.bloomery.benchmarks.report;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.bloomery.benchmarks.result.Result;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The results of a run, to be asked by point, contestant and operation. Where the same figure was measured several times, the
 * median one (of two, the smaller) stands for all.
 */
final class Figures {
    /** How much more than the FPP asked for a contestant may have and still counts as delivering it. */
    static final double FPP_SLACK = 1.05;

    /** By point, contestant and operation, each in the order in which it was measured. */
    private final Map<Point, Map<String, Map<String, Result>>> all;

    Figures(List<Result> results) {
        all = results.stream()
                .filter(result -> result.nanos() > 0 && Double.isFinite(result.nanos()))
                .collect(groupingBy(
                        Point::of,
                        LinkedHashMap::new,
                        groupingBy(
                                Result::contestant,
                                LinkedHashMap::new,
                                groupingBy(
                                        Result::operation,
                                        LinkedHashMap::new,
                                        collectingAndThen(toList(), Figures::median)))));
    }

    private static Result median(List<Result> same) {
        List<Result> sorted =
                same.stream().sorted(Comparator.comparingDouble(Result::nanos)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** All points, in the order of the report. */
    List<Point> points() {
        return all.keySet().stream().sorted().toList();
    }

    /** The contestants of a point in the order in which they were measured. */
    List<String> contestants(Point point) {
        return List.copyOf(all.getOrDefault(point, Map.of()).keySet());
    }

    /** The results of a contestant at a point. */
    List<Result> of(String contestant, Point point) {
        return List.copyOf(byOperation(contestant, point).values());
    }

    private Map<String, Result> byOperation(String contestant, Point point) {
        return all.getOrDefault(point, Map.of()).getOrDefault(contestant, Map.of());
    }

    Optional<Result> find(String contestant, Point point, String operation) {
        return Optional.ofNullable(byOperation(contestant, point).get(operation));
    }

    /** Nanoseconds an operation, NaN if it was not measured. */
    double nanos(String contestant, Point point, String operation) {
        return find(contestant, point, operation).map(Result::nanos).orElse(Double.NaN);
    }

    /** Bits a key of a contestant at a point, NaN if unknown. */
    double bitsPerKey(String contestant, Point point) {
        return largest(contestant, point, Result::bitsPerKey);
    }

    /** The FPP that was counted, NaN if it was not; where no other threads than one were counted, that of one. */
    double measuredFpp(String contestant, Point point) {
        double here = largest(contestant, point, Result::measuredFpp);
        return Double.isNaN(here) ? largest(contestant, point.withThreads(1), Result::measuredFpp) : here;
    }

    /** Whether the FPP was counted and is what was asked for; a contestant that is not equal in this is not ranked. */
    boolean delivers(String contestant, Point point) {
        return measuredFpp(contestant, point) <= FPP_SLACK * point.askedFpp();
    }

    /** The largest of a quantity over the operations of a contestant at a point, NaN if there is none. */
    double largest(String contestant, Point point, ToDoubleFunction<Result> quantity) {
        return of(contestant, point).stream()
                .mapToDouble(quantity)
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    /** All sizes at which there are figures like those of a point, smallest first. */
    List<Point> sizes(Point like) {
        return points().stream()
                .filter(point -> point.keyType().equals(like.keyType())
                        && point.askedFpp() == like.askedFpp()
                        && point.threads() == like.threads())
                .toList();
    }
}
