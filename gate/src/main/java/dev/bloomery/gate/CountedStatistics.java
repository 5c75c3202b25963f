package dev.bloomery.gate;

import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.WriteCounts;
import dev.bloomery.info.DurableStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The statistics of one moment. */
record CountedStatistics(
        Optional<String> name,
        GateState state,
        long answeredByFilter,
        long answeredByMemory,
        long shared,
        long askedOfStore,
        long storeCalls,
        long failedStoreCalls,
        long falsePositives,
        long storeNanos,
        OptionalLong savedNanos,
        double measuredFpp,
        long fppSamples,
        double promisedFpp,
        WriteCounts writes,
        int inDoubt,
        long rebuilds,
        long rebuildNanos,
        long failedRebuilds,
        long failedRebuildNanos,
        Optional<Duration> sinceRebuild,
        Optional<DurableStatistics> durable,
        long stateChanges,
        List<GateProblem> problems)
        implements GateStatistics {

    @Override
    public long lookups() {
        return answeredByFilter + answeredByMemory + shared + askedOfStore;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                gate %s%s, %,d state changes%s
                lookups   %,d: %,d by the filter, %,d by memory, %,d shared, %,d of the store
                store     %,d calls for lookups, %,d failed, %s spent, %s saved
                FPP       %.3g measured over %,d absent keys, %.3g promised; %,d false positives of all filters
                writes    %s; %,d keys in doubt
                rebuilds  %,d done, %,d failed, %s""",
                name.map(given -> given + " ").orElse(""),
                state,
                stateChanges,
                problems.isEmpty() ? "" : ", wrong: " + problems,
                lookups(),
                answeredByFilter,
                answeredByMemory,
                shared,
                askedOfStore,
                storeCalls,
                failedStoreCalls,
                Duration.ofNanos(storeNanos),
                savedNanos.isPresent()
                        ? Duration.ofNanos(savedNanos.getAsLong()).toString()
                        : "an unknown time",
                measuredFpp,
                fppSamples,
                promisedFpp,
                falsePositives,
                writes,
                inDoubt,
                rebuilds,
                failedRebuilds,
                sinceRebuild.map(time -> "the last " + time + " ago").orElse("none yet"));
    }
}
