package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.report.Match.Quantity;
import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The ways in which a goal sets one of ours against something else: a peer, the fastest peer, the floor, itself. */
final class Matches {
    /** Sizes are rounded to blocks and words: so much more is still "no more". */
    static final double SIZE_SLACK = 1.001;

    private static final String NO_MORE = "<= 1 times";

    private final Figures figures;

    Matches(Figures figures) {
        this.figures = figures;
    }

    /** How many times as fast ours is as a certain other contestant. */
    Match faster(String ours, Point point, String operation, String other, String otherOperation, double atLeast) {
        Optional<Result> their = figures.find(other, point, otherOperation);
        if (their.isPresent() && !figures.delivers(other, point)) {
            Quantity none = Quantity.missing(other + " does not deliver the FPP");
            return Match.atLeast(none, atLeast);
        }
        return speed(ours, point, operation, their, other + " " + otherOperation, atLeast);
    }

    /** How many times as fast ours is as the fastest peer that takes adds and delivers the FPP. */
    Match fasterThanPeers(String ours, Point point, String operation, double atLeast) {
        return speed(ours, point, operation, fastestPeer(point, operation), "a peer's " + operation, atLeast);
    }

    /** How many times as fast ours is as the fastest of these others. */
    Match fasterThanAll(String ours, Point point, String operation, List<String> others, double atLeast) {
        Optional<Result> fastest = others.stream()
                .filter(other -> figures.delivers(other, point))
                .map(other -> figures.find(other, point, operation))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(Result::nanos));
        return speed(ours, point, operation, fastest, "a peer's " + operation, atLeast);
    }

    /** By how many nanoseconds one operation of ours takes longer than another. */
    Match nanosMore(String ours, Point point, String operation, String other, double atMost) {
        double more = figures.nanos(ours, point, operation) - figures.nanos(ours, point, other);
        Quantity difference = Double.isNaN(more)
                ? Quantity.missing(ours + " " + operation + " or " + other + " is missing")
                : new Quantity(
                        more,
                        Format.nanos(figures.nanos(ours, point, operation)) + " ns against "
                                + Format.nanos(figures.nanos(ours, point, other)) + " ns");
        return Match.atMost(difference, atMost).unlessOursFails(figures.delivers(ours, point));
    }

    private Match speed(
            String ours, Point point, String operation, Optional<Result> other, String otherName, double atLeast) {
        Optional<Result> our = figures.find(ours, point, operation);
        Quantity factor;
        if (our.isEmpty()) {
            factor = Quantity.missing(ours + " " + operation + " is missing");
        } else if (other.isEmpty()) {
            factor = Quantity.missing(otherName + " is missing");
        } else {
            factor = new Quantity(
                    other.get().nanos() / our.get().nanos(), time(our.get()) + " against " + named(other.get()));
        }
        return Match.atLeast(factor, atLeast).unlessOursFails(figures.delivers(ours, point));
    }

    /** Whether ours takes no more bits than the fastest peer of each of these operations. */
    Match noMoreBits(String ours, Point point, List<String> operations) {
        Optional<Result> smallest = operations.stream()
                .map(operation -> fastestPeer(point, operation))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(Result::bitsPerKey));
        double our = figures.bitsPerKey(ours, point);
        double their = smallest.map(Result::bitsPerKey).orElse(Double.NaN);
        if (Double.isNaN(our / their)) {
            return Match.notMeasured(NO_MORE, (Double.isNaN(our) ? "ours" : "a peer") + " is missing");
        }
        return new Match(
                        NO_MORE,
                        Match.rounded(our / their, RoundingMode.HALF_UP),
                        Format.bits(our) + " against " + smallest.get().contestant() + " " + Format.bits(their),
                        Match.verdict(our / their <= SIZE_SLACK))
                .unlessOursFails(figures.delivers(ours, point));
    }

    /** The fastest peer in an operation on one key or, if it has such, in the same on many at once. */
    private Optional<Result> fastestPeer(Point point, String operation) {
        String single = Names.single(operation);
        Stream<String> ways = Names.isBatch(operation) ? Stream.of(single, operation) : Stream.of(single);
        return ways.flatMap(way -> figures.contestants(point).stream()
                        .filter(peer -> Names.isPeer(peer) && !Names.isStatic(peer) && !Names.isCounting(peer))
                        .filter(peer -> figures.delivers(peer, point))
                        .map(peer -> figures.find(peer, point, way))
                        .flatMap(Optional::stream))
                .min(Comparator.comparingDouble(Result::nanos));
    }

    /** How many times as long as another of ours it takes. */
    Match slower(String ours, Point point, String operation, String other, double atMost) {
        Optional<Result> our = figures.find(ours, point, operation);
        Optional<Result> their = figures.find(other, point, operation);
        Quantity ratio = our.isPresent() && their.isPresent()
                ? new Quantity(
                        our.get().nanos() / their.get().nanos(), time(our.get()) + " against " + named(their.get()))
                : Quantity.missing((our.isEmpty() ? ours : other) + " " + operation + " is missing");
        return Match.atMost(ratio, atMost).unlessOursFails(figures.delivers(ours, point));
    }

    /** How many times as long as the floor it takes. */
    Match floor(String ours, Point point, String operation, double atMost) {
        double floor = new Floor(figures, point).of(operation);
        Quantity ratio = figures.find(ours, point, operation)
                .map(our -> Double.isNaN(floor)
                        ? Quantity.missing("the floor is missing")
                        : new Quantity(our.nanos() / floor, time(our) + " over " + Format.nanos(floor) + " ns"))
                .orElse(Quantity.missing(ours + " " + operation + " is missing"));
        return Match.atMost(ratio, atMost).unlessOursFails(figures.delivers(ours, point));
    }

    /** The rate of two threads together over that of one. */
    Match scaling(String ours, Point one, String operation, double atLeast) {
        double alone = figures.nanos(ours, one, operation);
        double two = figures.nanos(ours, one.withThreads(2), operation);
        Quantity factor = Double.isNaN(alone + two)
                ? Quantity.missing(
                        ours + " " + operation + " with " + (Double.isNaN(alone) ? 1 : 2) + " threads is missing")
                : new Quantity(
                        2 * alone / two, Format.nanos(two) + " ns a thread, alone " + Format.nanos(alone) + " ns");
        return Match.atLeast(factor, atLeast);
    }

    /** Counting filters: 1.3 times as fast in no more memory, or twice as fast in up to 1.15 times the memory. */
    Match counting(Point point, String operation) {
        String wanted = ">= 1.3x in no more memory, or >= 2x in <= 1.15 times";
        Match speed = faster(Names.COUNTING, point, operation, Names.FASTFILTER_COUNTING, operation, 1.3);
        double factor = figures.nanos(Names.FASTFILTER_COUNTING, point, operation)
                / figures.nanos(Names.COUNTING, point, operation);
        double memory =
                figures.bitsPerKey(Names.COUNTING, point) / figures.bitsPerKey(Names.FASTFILTER_COUNTING, point);
        if (speed.verdict() == Goal.Verdict.NOT_MEASURED || Double.isNaN(memory)) {
            return Match.notMeasured(wanted, Double.isNaN(memory) ? "a size is missing" : speed.from());
        }
        boolean holds = factor >= 1.3 && memory <= SIZE_SLACK || factor >= 2 && memory <= 1.15;
        return new Match(
                        wanted,
                        speed.reached() + " in " + Match.rounded(memory, RoundingMode.HALF_UP) + " times",
                        speed.from(),
                        Match.verdict(holds))
                .unlessOursFails(figures.delivers(Names.COUNTING, point));
    }

    Match allocated(String ours, Point point, String operation, double limit) {
        Quantity bytes = figures.find(ours, point, operation)
                .filter(our -> Double.isFinite(our.allocatedBytes()))
                .map(our -> new Quantity(our.allocatedBytes(), time(our)))
                .orElse(Quantity.missing(ours + " " + operation + " is missing"));
        return Match.below(bytes, limit);
    }

    Match bits(String ours, Point point, double atMost) {
        double bits = figures.bitsPerKey(ours, point);
        Quantity quantity = Double.isNaN(bits)
                ? Quantity.missing(ours + " is missing")
                : new Quantity(bits, "measured FPP " + Format.percent(figures.measuredFpp(ours, point)));
        return Match.atMost(quantity, atMost).unlessOursFails(figures.delivers(ours, point));
    }

    private static String time(Result result) {
        return Format.nanos(result.nanos()) + " ns"
                + (result.error() > 0 ? " ±" + Format.decimals(100 * result.error() / result.nanos(), 0) + " %" : "");
    }

    private static String named(Result result) {
        return result.contestant() + " " + result.operation() + " " + time(result);
    }
}
