package dev.bloomery.spring.internal.actuator;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.WriteCounts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** What a gate shows, as a tree of names and values. */
final class GateView {
    private GateView() {}

    static Map<String, Object> of(AnyGate<?> gate) {
        GateStatistics statistics = gate.statistics();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("type", gate.getClass().getSimpleName());
        view.put("state", statistics.state().name());
        gate.quickInfo().ifPresent(info -> view.put("filter", filter(info)));
        view.put("lookups", lookups(statistics));
        view.put("fpp", fpp(statistics));
        view.put("writes", writes(statistics.writes()));
        view.put("inDoubt", statistics.inDoubt());
        view.put("rebuilds", rebuilds(statistics));
        view.put(
                "problems",
                statistics.problems().stream()
                        .map(problem -> Map.of("kind", problem.kind().name(), "message", message(problem)))
                        .toList());
        return view;
    }

    /** Without what an exception of the store said, which may have a key in it. */
    private static String message(GateProblem problem) {
        return switch (problem.kind()) {
            case REBUILD_FAILED -> "the last rebuild failed; the log says why";
            case NO_LOCKS ->
                "the locks by which gates over the same keys know of each other cannot be had; the log says why";
            default -> problem.message();
        };
    }

    private static Map<String, Object> filter(GateQuickInfo info) {
        Map<String, Object> filter = new LinkedHashMap<>();
        info.filter().ifPresent(one -> filter.put("spec", one.spec().toString()));
        filter.put("kind", info.kind());
        filter.put("insertions", info.insertions());
        info.capacity().ifPresent(capacity -> filter.put("capacity", capacity));
        filter.put("filledTo", info.filledTo());
        filter.put("memoryBytes", info.memoryBytes());
        filter.put("ageSeconds", info.age().toSeconds());
        return filter;
    }

    private static Map<String, Object> lookups(GateStatistics statistics) {
        Map<String, Object> lookups = new LinkedHashMap<>();
        lookups.put("total", statistics.lookups());
        lookups.put("answeredByFilter", statistics.answeredByFilter());
        lookups.put("answeredByMemory", statistics.answeredByMemory());
        lookups.put("shared", statistics.shared());
        lookups.put("askedOfStore", statistics.askedOfStore());
        lookups.put("storeCalls", statistics.storeCalls());
        lookups.put("failedStoreCalls", statistics.failedStoreCalls());
        lookups.put("storeMillis", statistics.storeNanos() / 1_000_000);
        OptionalLong saved = statistics.savedNanos();
        if (saved.isPresent()) {
            lookups.put("savedMillisEstimate", saved.getAsLong() / 1_000_000);
        }
        return lookups;
    }

    static Map<String, Object> fpp(GateStatistics statistics) {
        Map<String, Object> fpp = new LinkedHashMap<>();
        putNumber(fpp, "promised", statistics.promisedFpp());
        putNumber(fpp, "measured", statistics.measuredFpp());
        fpp.put("samples", statistics.fppSamples());
        fpp.put("falsePositives", statistics.falsePositives());
        return fpp;
    }

    /** Without a sample there is no measure, and JSON has no NaN. */
    private static void putNumber(Map<String, Object> view, String name, double value) {
        if (Double.isFinite(value)) {
            view.put(name, value);
        }
    }

    private static Map<String, Object> writes(WriteCounts counts) {
        Map<String, Object> writes = new LinkedHashMap<>();
        for (WriteCounts.Outcome outcome : WriteCounts.Outcome.values()) {
            writes.put(outcome.name().toLowerCase(Locale.ROOT), counts.total(outcome));
        }
        return writes;
    }

    private static Map<String, Object> rebuilds(GateStatistics statistics) {
        Map<String, Object> rebuilds = new LinkedHashMap<>();
        rebuilds.put("completed", statistics.rebuilds());
        rebuilds.put("failed", statistics.failedRebuilds());
        statistics.sinceRebuild().map(Duration::toSeconds).ifPresent(time -> rebuilds.put("secondsSinceLast", time));
        return rebuilds;
    }

    static List<String> problemKinds(GateStatistics statistics) {
        return statistics.problems().stream()
                .map(problem -> problem.kind().name())
                .toList();
    }
}
