package dev.bloomery.gate.simulation.engine;

import dev.bloomery.AddResult;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.Bypass;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.FalsePositives;
import dev.bloomery.gate.internal.state.Flights;
import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.internal.state.KeysInDoubt;
import dev.bloomery.gate.internal.state.WritePhases;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds the code of a gate in a simulation, as it should be. {@code BrokenProtocol} has those that must be caught: the code of the gate stays as it is, and a part
 * of it, or what it is used by, does not do what the rule asks for.
 */
public class Protocol {
    // the parts of the gate

    public <K> ScheduledViews<K> views(
            Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
        return new ScheduledViews<>(simulation, generations, first);
    }

    public WritePhases phases(Simulation simulation) {
        return new ScheduledPhases(simulation);
    }

    public KeyStripes stripes(Simulation simulation, int stripes) {
        return new ScheduledStripes(simulation, stripes);
    }

    public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
        return new ScheduledDoubts<>(simulation);
    }

    public <K> FalsePositives<K> falsePositives(Simulation simulation, int remembered) {
        return new ScheduledMemory<>(simulation, remembered);
    }

    public <V> Flights<V> flights(Simulation simulation) {
        return new ScheduledFlights<>(simulation);
    }

    /** What the feed says of itself. */
    public boolean hears(Simulation simulation, boolean isCurrent) {
        return isCurrent;
    }

    // the filter

    public AddResult put(Simulation simulation, ModelGeneration generation, Integer key) {
        return generation.reallyPut(key);
    }

    public void takeBack(Simulation simulation, ModelGeneration generation, Integer key) {
        generation.reallyTakeBack(key);
    }

    /** Whether a copy of a key that does not fit into the filter is counted. */
    public boolean countsCopiesBeside() {
        return true;
    }

    /** Whether one that did not fit is put into the filter when there is room. */
    public boolean fillsUp() {
        return true;
    }

    // the store

    /** A write is going to ask the store. */
    public void beforeStore(Simulation simulation, StoreChange change, int key, int other) {}

    /** What a write does in the store; it may fail. */
    public boolean store(BooleanSupplier write) {
        return write.getAsBoolean();
    }

    /** The store was asked, and has done it, or not, or has failed. */
    public void afterStore(Simulation simulation, StoreChange change, int key, boolean done) {}

    /** What the write is told, if the store has not failed. */
    public boolean reported(Simulation simulation, StoreChange change, int key, int other, boolean done) {
        return done;
    }

    public boolean ordersWrites(boolean doesIt) {
        return doesIt;
    }

    public void beforeScan(Simulation simulation) {}

    /** What a scan that was cut short returns. */
    public long counted(long handedOver, long thereWere) {
        return thereWere;
    }

    // what the users of the gate promise

    public void committed(WriteTicket<Integer> ticket) {
        ticket.committed();
    }

    public @Nullable Bypass<?> bypass(AnyGate<?> gate) {
        return gate.bypass();
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

    /** How long a scan waits for writes that were announced, given how long they take. */
    public int waitAfterAnnouncement(int longestWrite) {
        return longestWrite;
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

    /** Whether it is known after a crash that nothing may be taken out of a generation. */
    public boolean readsThatAllIsKept() {
        return true;
    }
}
