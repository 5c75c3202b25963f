package dev.bloomery.gate;

import dev.bloomery.gate.report.AuditReport;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.RebuildReport;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * What every kind of gate can do, whatever it answers: for meters, health checks, and whatever rebuilds or closes gates without asking them for keys.
 *
 * <pre>{@code
 * void report(AnyGate<?> gate) {
 *     GateStatistics counted = gate.statistics();
 *     gate.info().ifPresent(filter -> log(gate.state() + ", " + counted.lookups() + " lookups, " + filter));
 * }
 * }</pre>
 *
 * @param <K> the type of the keys; {@link dev.bloomery.gate.store.OwnedKey} for a gate of owners
 */
public sealed interface AnyGate<K> extends AutoCloseable permits Gate, ReadOnlyGate, OwnerGate, LoadingGate {

    /**
     * The state.
     *
     * @return of this moment
     */
    GateState state();

    /**
     * What was counted so far.
     *
     * @return a picture of this moment
     */
    GateStatistics statistics();

    /**
     * The filter that answers, in numbers. It reads the whole filter.
     *
     * @return the numbers of this moment; empty while there is no filter
     */
    Optional<GateInfo> info();

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

    /** Ends the gate; lookups and writes that begin later are refused. */
    @Override
    void close();
}
