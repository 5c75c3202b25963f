package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.Bypass;
import dev.bloomery.gate.HiddenConstructors;
import dev.bloomery.gate.WriteTicket;
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

/** What a simulation plays: the operations as they are. {@code BrokenProtocol} has those that must be caught. */
public class Protocol {
    public Write<Integer> write(
            GateCore<Integer> core,
            @Nullable Integer added,
            @Nullable Integer deleted,
            BooleanSupplier store,
            boolean settlesDoubts) {
        return new Write<>(core, writeOrder(), added, deleted, store, settlesDoubts);
    }

    public List<Write.Stage> writeOrder() {
        return Write.ORDER;
    }

    /**
     * A lookup of one key.
     *
     * @param before what could be seen when the simulation began
     */
    public Lookup<Integer, Boolean> lookup(
            GateCore<Integer> core, GateView<Integer> before, AnswerSource<Integer, Boolean> answers, Integer key) {
        return new Lookup<>(core, answers, key);
    }

    public BatchLookup<Integer, Boolean> batch(
            GateCore<Integer> core,
            GateView<Integer> before,
            AnswerSource<Integer, Boolean> answers,
            List<Integer> keys) {
        return new BatchLookup<>(core, answers, keys);
    }

    public DropOwner<Integer> dropOwner(
            GateCore<Integer> core,
            Object owner,
            BooleanSupplier store,
            DropOwner.Forgetting<Integer> forgetting,
            boolean settlesDoubts) {
        return new DropOwner<>(core, dropOrder(), owner, store, forgetting, settlesDoubts);
    }

    public List<DropOwner.Stage> dropOrder() {
        return DropOwner.ORDER;
    }

    public Rebuild<Integer> rebuild(Simulation simulation) {
        return new SimulatedRebuild(simulation, rebuildOrder());
    }

    public List<Rebuild.Stage> rebuildOrder() {
        return Rebuild.ORDER;
    }

    public void committed(WriteTicket<Integer> ticket) {
        ticket.committed();
    }

    @Nullable
    public Bypass<Integer> bypass(GateCore<Integer> core) {
        return HiddenConstructors.bypass(core);
    }

    /** A key of others could not be added. */
    public void gap(GateCore<Integer> core) {
        GateView<Integer> unused = core.views.degrade();
    }

    /** Until when everything was heard, by a heartbeat. */
    public int heartbeatCovers(int sentAt, int arrivedAt) {
        return sentAt;
    }

    /** For how long a feed counts as current after the time that a heartbeat covers. */
    public int trustedFor(int lease) {
        return lease;
    }

    /** How long others wait between announcement and insert. */
    public int waitedFor(int lease) {
        return lease;
    }

    /** How long the first scan waits after a crash, given how long late writes take. */
    public int waitAfterOpening(int longestWrite) {
        return longestWrite;
    }

    /** Whether a copy of a key that does not fit into the filter is counted. */
    public boolean countsCopiesBeside() {
        return true;
    }

    /** Whether one that did not fit is put into the filter when there is room. */
    public boolean fillsUp() {
        return true;
    }

    // what is left after a crash

    /** Whether a mark names the complete generation while the process runs. */
    public boolean marksWhileRunning(Durability durability) {
        return durability == Durability.ALWAYS;
    }

    /** What the mark names when a generation is complete. */
    public ModelGeneration marked(@Nullable ModelGeneration before, ModelGeneration complete) {
        return complete;
    }

    public boolean unmarksWhenIncomplete() {
        return true;
    }

    /** Before the store is written. */
    public void sync(ModelFilter filter) {
        filter.sync();
    }

    /** Whether nothing is taken out of a generation that outlived a process whose writes may come late. */
    public boolean keepsAllAfterCrash() {
        return true;
    }

    /** Whether it is known after a crash that nothing may be taken out of a generation. */
    public boolean readsThatAllIsKept() {
        return true;
    }
}
