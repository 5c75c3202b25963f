package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes one result of those of all rounds: the median, with half the distance between the extremes as error. */
final class Rounds {
    private Rounds() {}

    /** In the order in which they first appear. */
    static List<Result> merge(List<Result> results) {
        Map<List<Object>, List<Result>> same = new LinkedHashMap<>();
        for (Result result : results) {
            same.computeIfAbsent(figure(result), figure -> new ArrayList<>()).add(result);
        }
        return same.values().stream().map(Rounds::median).toList();
    }

    private static List<Object> figure(Result result) {
        return List.of(
                result.contestant(),
                result.keyType(),
                result.keys(),
                result.askedFpp(),
                result.threads(),
                result.operation());
    }

    private static Result median(List<Result> rounds) {
        List<Result> sorted = rounds.stream()
                .sorted(Comparator.comparingDouble(Result::nanos))
                .toList();
        Result low = sorted.get((sorted.size() - 1) / 2);
        Result high = sorted.get(sorted.size() / 2);
        if (sorted.size() == 1) {
            return low;
        }
        double spread = (sorted.get(sorted.size() - 1).nanos() - sorted.get(0).nanos()) / 2;
        return new Result(
                low.contestant(),
                low.keyType(),
                low.keys(),
                low.askedFpp(),
                low.threads(),
                low.operation(),
                (low.nanos() + high.nanos()) / 2,
                spread,
                low.allocatedBytes(),
                low.configuredFpp(),
                low.configuredBitsPerKey(),
                low.measuredFpp(),
                low.bitsPerKey());
    }
}
