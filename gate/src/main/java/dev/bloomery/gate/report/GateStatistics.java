package dev.bloomery.gate.report;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a gate has done so far. Counted without locks: the numbers of one moment may be apart by the lookups that run in it.
 *
 * @param state the state
 * @param lookups keys that were asked for
 * @param answeredByFilter of these, keys that the filter alone answered
 * @param answeredByMemory of these, keys that the memory of false positives answered
 * @param shared of these, keys that waited for the question of another lookup
 * @param askedOfStore of these, keys that the store was asked for
 * @param storeCalls accesses to the store for lookups; a batch is one
 * @param falsePositives keys that the filter took for present and the store did not have
 * @param measuredFpp the share of absent keys that the present filter took for present, replays answered from memory left out; NaN without any
 * @param promisedFpp the FPP that the present filter was made for; NaN if there is none
 * @param storeNanos an estimate of the time spent in the store by lookups: batches are measured, and of questions for one key one of sixteen
 * @param savedNanos an estimate of the time not spent there, on the low side: the median of what a question for one key took, for each key that was looked up alone
 *     and not asked for, and the median of what a call for a batch took, for each batch that needed none. The first 16 measured questions and calls, which are
 *     those of a start, and those that failed are left out. Empty: unknown, because fewer than 32 others were measured
 * @param inDoubt keys of which a write is in doubt
 * @param rebuilds rebuilds that were completed
 * @param stateChanges how often the state has changed
 * @param problems what is wrong at this moment, and why the gate is not active if it is not: one entry of each kind at most; empty if nothing is known to be
 *     wrong
 */
public record GateStatistics(
        GateState state,
        long lookups,
        long answeredByFilter,
        long answeredByMemory,
        long shared,
        long askedOfStore,
        long storeCalls,
        long falsePositives,
        double measuredFpp,
        double promisedFpp,
        long storeNanos,
        OptionalLong savedNanos,
        int inDoubt,
        long rebuilds,
        long stateChanges,
        List<GateProblem> problems) {

    /** Copies the list. */
    public GateStatistics {
        problems = List.copyOf(problems);
    }
}
