package dev.bloomery.gate;

import dev.bloomery.gate.report.AuditReport;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.RebuildReport;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * What every kind of gate can do, whatever it answers: for meters, health checks, and whatever rebuilds or closes gates without asking them for keys.
 *
 * <pre>{@code
 * void report(AnyGate<?> gate) {
 *     GateStatistics counted = gate.statistics();
 *     gate.quickInfo().ifPresent(filter -> log(gate.state() + ", " + counted.lookups() + " lookups, " +
 *     filter));
 * }
 * }</pre>
 *
 * @param <K> the type of the keys; {@link dev.bloomery.gate.store.OwnedKey} for a gate of owners
 */
public sealed interface AnyGate<K> extends AutoCloseable permits Gate, ReadOnlyGate, OwnerGate, LoadingGate {

    /**
     * The name that the builder was given.
     *
     * @return the name; empty if it was given none
     */
    Optional<String> name();

    /**
     * The state.
     *
     * @return of this moment
     */
    GateState state();

    /**
     * Whether the key is not there for certain, by the filter alone. The store is not asked, nothing is
     * waited for, and nothing is counted; false says nothing.
     *
     * @param key the key
     * @return true: it was not there at some moment of this call; always false while the gate is not active
     */
    boolean isCertainlyAbsent(K key);

    /**
     * What was counted so far.
     *
     * @return a picture of this moment
     */
    GateStatistics statistics();

    /**
     * The filter that answers, in numbers. It reads the whole filter; {@link #quickInfo} does not.
     *
     * @return the numbers of this moment; empty while there is no filter
     */
    Optional<GateInfo> info();

    /**
     * The filter that answers, in a few numbers, by a look that takes the same time however large it is.
     *
     * @return the numbers of this moment; empty while there is no filter
     */
    Optional<GateQuickInfo> quickInfo();

    /**
     * The FPP of the filter that answers, by formula for the keys that it has now: {@link
     * dev.bloomery.AddableFilter#expectedFpp} has what that costs. Ask for it once a minute, rather than for each scrape.
     *
     * @return a probability; empty while there is no filter
     */
    OptionalDouble expectedFpp();

    /**
     * Builds a new filter from the store while lookups and writes go on, and lets it answer.
     *
     * @return what was done
     * @throws dev.bloomery.gate.report.RebuildException if it was given up; everything is as before
     */
    RebuildReport rebuild();

    /**
     * {@link #rebuild()} with progress.
     *
     * @param progress hears how many keys were scanned so far, on this thread; what it throws ends the rebuild
     * @return what was done
     */
    RebuildReport rebuild(LongConsumer progress);

    /**
     * {@link #rebuild(LongConsumer)} on the executor of the gate.
     *
     * @param progress hears how many keys were scanned so far
     * @return what was done, when it is
     */
    CompletionStage<RebuildReport> rebuildInBackground(LongConsumer progress);

    /**
     * Scans the store for keys that the filter does not know. If there are any the gate is marked incomplete: somebody has written past it.
     *
     * @return what was found
     */
    AuditReport audit();

    /** Says that the store was written past the gate: every lookup asks the store, until a rebuild that begins later is done. */
    void markIncomplete();

    /**
     * Begins a time in which the store is written past the gate.
     *
     * @return to be closed when those writes are over
     */
    Bypass<K> bypass();

    /**
     * Begins a transaction of the caller; see {@link WriteTicket}.
     *
     * @return the ticket, to be told the outcome
     */
    WriteTicket<K> beginWrite();

    /**
     * Keys of which a write is in doubt.
     *
     * @return a copy
     */
    Set<K> inDoubt();

    /**
     * Says that every write of the key whose outcome was not known has ended, one way or the other.
     *
     * @param key the key
     */
    void settle(K key);

    /**
     * Says that every write through this gate whose outcome was not known, and whose call returned longer ago
     * than this, has ended one way or the other.
     *
     * @param time how long ago, zero or more
     * @return how many keys, and owners as a whole, are no longer in doubt
     */
    int settleOlderThan(Duration time);

    /** Ends the gate; lookups and writes that begin later are refused. */
    @Override
    void close();
}
