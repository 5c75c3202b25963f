package dev.bloomery.gate.report;

import dev.bloomery.info.DurableStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a gate has done so far. Counted without locks: the numbers of one moment may be apart by the lookups
 * and writes that run in it.
 *
 * <p>Gates make these. Later releases may add methods, so do not implement it; for a test of a dashboard take
 * a gate over a store in memory.
 */
public interface GateStatistics {

    /**
     * The name that the gate was given, as for {@link dev.bloomery.gate.AnyGate#name}.
     *
     * @return the name; empty if it has none
     */
    Optional<String> name();

    /**
     * The state.
     *
     * @return of this moment
     */
    GateState state();

    // lookups

    /**
     * Keys that were asked for.
     *
     * @return the sum of {@link #answeredByFilter}, {@link #answeredByMemory}, {@link #shared} and
     *     {@link #askedOfStore}
     */
    long lookups();

    /**
     * Of the lookups, keys that the filter alone answered.
     *
     * @return how many
     */
    long answeredByFilter();

    /**
     * Of the lookups, keys that the memory of false positives answered.
     *
     * @return how many
     */
    long answeredByMemory();

    /**
     * Of the lookups, keys that waited for the question of another lookup.
     *
     * @return how many
     */
    long shared();

    /**
     * Of the lookups, keys that the store was asked for.
     *
     * @return how many
     */
    long askedOfStore();

    /**
     * Accesses to the store for lookups; a batch is one.
     *
     * @return how many
     */
    long storeCalls();

    /**
     * Of the {@link #storeCalls}, those that threw. Lookups that waited for one of them are not counted
     * again.
     *
     * @return how many
     */
    long failedStoreCalls();

    /**
     * Keys that the filter took for present and the store did not have.
     *
     * @return how many, of all filters so far
     */
    long falsePositives();

    /**
     * An estimate of the time spent in the store by lookups: batches are measured, and of questions for one
     * key one of sixteen.
     *
     * @return nanoseconds
     */
    long storeNanos();

    /**
     * An estimate of the time not spent in the store, on the low side: the median of what a question for one
     * key took, for each key that was looked up alone and not
     * asked for, and the median of what a call for a batch took, for each batch that needed none. The first
     * 16 measured questions and calls, which are those of a
     * start, and those that failed are left out.
     *
     * @return nanoseconds; empty: unknown, because fewer than 32 others were measured
     */
    OptionalLong savedNanos();

    // the FPP

    /**
     * The share of absent keys that the present filter took for present. Only keys count that were absent for
     * certain: those to which the filter said no, and those
     * that the store was asked for and did not have. Keys that were present are not among them, nor are
     * replays that were answered from memory, questions
     * that failed, and lookups that a caller answered himself. Keys that are absent because they were removed
     * count as false positives where the filter cannot forget them. While the
     * store is down the share comes out too low, because the answers of the filter go on.
     *
     * @return the share; NaN without any absent key
     */
    double measuredFpp();

    /**
     * The absent keys that {@link #measuredFpp} rests on. With n of them and a true FPP p its standard error
     * is {@code sqrt(p (1 - p) / n)}: some 10,000 for one
     * percent, some 100 / p in general, are needed before it says much.
     *
     * @return how many the present filter was asked for
     */
    long fppSamples();

    /**
     * The FPP that the present filter was made for.
     *
     * @return a probability; NaN if there is no filter yet
     */
    double promisedFpp();

    // writes

    /**
     * Writes that went through the gate, by what became of them.
     *
     * @return the counts; keys that a feed has announced are not writes of this gate
     */
    WriteCounts writes();

    /**
     * Keys of which a write is in doubt; owners of whom all keys are count as one each.
     *
     * @return how many
     */
    int inDoubt();

    // rebuilds and health

    /**
     * Rebuilds that were completed.
     *
     * @return how many
     */
    long rebuilds();

    /**
     * The time that {@link #rebuilds} took, as their {@link RebuildReport}s say.
     *
     * @return nanoseconds
     */
    long rebuildNanos();

    /**
     * Rebuilds that were begun and given up.
     *
     * @return how many
     */
    long failedRebuilds();

    /**
     * The time that {@link #failedRebuilds} took.
     *
     * @return nanoseconds
     */
    long failedRebuildNanos();

    /**
     * The time since the last rebuild was completed.
     *
     * @return the time; empty if none was completed since the gate was opened
     */
    Optional<Duration> sinceRebuild();

    /**
     * What the durable filters of this gate have done on their disk, the replaced ones included.
     *
     * @return the sums; empty if its filters are in memory
     */
    Optional<DurableStatistics> durable();

    /**
     * How often the state has changed.
     *
     * @return how often
     */
    long stateChanges();

    /**
     * What is wrong at this moment, and why the gate is not active if it is not.
     *
     * @return one entry of each kind at most; empty if nothing is known to be wrong
     */
    List<GateProblem> problems();

    /** Some lines, fit to print. */
    @Override
    String toString();
}
