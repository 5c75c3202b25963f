package dev.bloomery.gate;

import java.util.List;

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
 * @param savedNanos an estimate of the time not spent there: what a key took in the mean, for each that the store was not asked for
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
        long savedNanos,
        int inDoubt,
        long rebuilds,
        long stateChanges,
        List<GateProblem> problems) {

    /** Copies the list. */
    public GateStatistics {
        problems = List.copyOf(problems);
    }
}
