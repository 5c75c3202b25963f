package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.protocol.DropOwner;
import dev.bloomery.gate.internal.protocol.Lookup;
import dev.bloomery.gate.internal.protocol.Rebuild;
import dev.bloomery.gate.internal.protocol.Write;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a simulation plays: the operations as they are. {@link BrokenProtocol} has those that must be caught. */
class Protocol {
    Write<Integer> write(
            GateCore<Integer> core,
            @Nullable Integer added,
            @Nullable Integer deleted,
            BooleanSupplier store,
            boolean settlesDoubts) {
        return new Write<>(core, writeOrder(), added, deleted, store, settlesDoubts);
    }

    List<Write.Stage> writeOrder() {
        return Write.ORDER;
    }

    /** @param before what could be seen when the simulation began */
    Lookup<Integer, Boolean> lookup(
            GateCore<Integer> core, GateView<Integer> before, AnswerSource<Integer, Boolean> answers, Integer key) {
        return new Lookup<>(core, answers, key);
    }

    BatchLookup<Integer, Boolean> batch(
            GateCore<Integer> core,
            GateView<Integer> before,
            AnswerSource<Integer, Boolean> answers,
            List<Integer> keys) {
        return new BatchLookup<>(core, answers, keys);
    }

    DropOwner<Integer> dropOwner(
            GateCore<Integer> core,
            Object owner,
            BooleanSupplier store,
            DropOwner.Forgetting<Integer> forgetting,
            boolean settlesDoubts) {
        return new DropOwner<>(core, dropOrder(), owner, store, forgetting, settlesDoubts);
    }

    List<DropOwner.Stage> dropOrder() {
        return DropOwner.ORDER;
    }

    Rebuild<Integer> rebuild(Simulation simulation) {
        return new SimulatedRebuild(simulation, rebuildOrder());
    }

    List<Rebuild.Stage> rebuildOrder() {
        return Rebuild.ORDER;
    }

    void committed(WriteTicket<Integer> ticket) {
        ticket.committed();
    }

    @Nullable
    Bypass<Integer> bypass(GateCore<Integer> core) {
        return new Bypass<>(core, core.views::degrade);
    }

    /** A key of others could not be added. */
    void gap(GateCore<Integer> core) {
        GateView<Integer> unused = core.views.degrade();
    }

    /** Until when everything was heard, by a heartbeat. */
    int heartbeatCovers(int sentAt, int arrivedAt) {
        return sentAt;
    }

    /** For how long a feed counts as current after the time that a heartbeat covers. */
    int trustedFor(int lease) {
        return lease;
    }

    /** How long others wait between announcement and insert. */
    int waitedFor(int lease) {
        return lease;
    }

    /** How long the first scan waits after a crash, given how long late writes take. */
    int waitAfterOpening(int longestWrite) {
        return longestWrite;
    }

    /** Whether a copy of a key that does not fit into the filter is counted. */
    boolean countsCopiesBeside() {
        return true;
    }

    /** Whether one that did not fit is put into the filter when there is room. */
    boolean fillsUp() {
        return true;
    }

    // what is left after a crash

    /** Whether a mark names the complete generation while the process runs. */
    boolean marksWhileRunning(Durability durability) {
        return durability == Durability.ALWAYS;
    }

    /** What the mark names when a generation is complete. */
    ModelGeneration marked(@Nullable ModelGeneration before, ModelGeneration complete) {
        return complete;
    }

    boolean unmarksWhenIncomplete() {
        return true;
    }

    /** Before the store is written. */
    void sync(ModelFilter filter) {
        filter.sync();
    }

    /** Whether nothing is taken out of a generation that outlived a process whose writes may come late. */
    boolean keepsAllAfterCrash() {
        return true;
    }

    /** Whether it is known after a crash that nothing may be taken out of a generation. */
    boolean readsThatAllIsKept() {
        return true;
    }
}
