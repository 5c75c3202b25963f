package dev.bloomery.gate;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a simulation plays: the operations as they are. {@link BrokenProtocol} has those that must be caught. */
class Protocol {
    Write<Integer> write(
            Core<Integer> core,
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
            Core<Integer> core, View<Integer> before, Answers<Integer, Boolean> answers, Integer key) {
        return new Lookup<>(core, answers, key);
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
    Bypass<Integer> bypass(Core<Integer> core) {
        return new Bypass<>(core, core.views::degrade);
    }

    /** A key of others could not be added. */
    void gap(Core<Integer> core) {
        GateState unused = core.views.degrade();
    }

    /** How long the first scan waits after a crash, given how long late writes take. */
    int waitAfterOpening(int longestWrite) {
        return longestWrite;
    }
}
