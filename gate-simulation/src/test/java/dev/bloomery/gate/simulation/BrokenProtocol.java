package dev.bloomery.gate.simulation;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.Bypass;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.simulation.RandomScenario.Sort;
import dev.bloomery.gate.simulation.engine.Durability;
import dev.bloomery.gate.simulation.engine.ModelFilter;
import dev.bloomery.gate.simulation.engine.ModelGeneration;
import dev.bloomery.gate.simulation.engine.Protocol;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Protocols with one fault each. A simulation that does not catch one of them is too weak. The code of the gate is the one of production in all of them: what breaks a
 * rule is a part of it that does not do what the code asks for, or does it too early or too late.
 */
final class BrokenProtocol {
    /** The rule of what a write concludes about others. */
    static final int FOREIGN_WRITES = 12;

    /**
     * One of them.
     *
     * @param rule the ordering rule that it breaks, by its number in docs/adr/0020; 11 is in docs/adr/0023, 12 in docs/adr/0033
     * @param fault what it does
     * @param sort where it shows
     */
    record Fault(int rule, String fault, Sort sort, Protocol protocol) {
        @Override
        public String toString() {
            return "rule " + rule + ": " + fault;
        }
    }

    private BrokenProtocol() {}

    static Stream<Fault> all() {
        return Stream.of(
                        writes(),
                        deletes(),
                        reads(),
                        rebuilds(),
                        memory(),
                        flights(),
                        others(),
                        batches(),
                        owners(),
                        crashes(),
                        lateFeeds(),
                        foreignWrites())
                .flatMap(List::stream);
    }

    private static List<Fault> writes() {
        return List.of(
                commitsFirst(),
                alone(1, "commits before it adds to what is being built", new BrokenWrites.AddsLate(true)),
                alone(1, "writes the store although the filter is full", new BrokenWrites.FullIgnored()),
                alone(2, "takes back what may have been done", new BrokenWrites.UnknownAsNotDone()),
                alone(2, "forgets keys in doubt when it rebuilds", new BrokenDoubts.NotRebuilt()),
                doubtful("believes that a store orders its writes", new Protocol() {
                    @Override
                    public boolean ordersWrites(boolean doesIt) {
                        return true;
                    }
                }),
                doubtful("settles doubts that came after it began", new BrokenDoubts.SettledAll()),
                doubtful("settles doubts by a delete that found no row", new BrokenDoubts.SettledByNothing()),
                new Fault(
                        2,
                        "remembers and shares what is in doubt",
                        Sort.DOUBT_AND_LOOKUPS,
                        new BrokenDoubts.UnknownToStripes()),
                alone(2, "takes back twice", new BrokenWrites.TakesTwice()),
                alone(2, "forgets a copy that does not fit", new Protocol() {
                    @Override
                    public boolean countsCopiesBeside() {
                        return false;
                    }
                }),
                alone(2, "does not put a copy that did not fit where there is room", new Protocol() {
                    @Override
                    public boolean fillsUp() {
                        return false;
                    }
                }),
                alone(2, "says rolled back of what has committed", new Protocol() {
                    @Override
                    public void committed(WriteTicket<Integer> ticket) {
                        ticket.rolledBack();
                    }
                }));
    }

    static Fault commitsFirst() {
        return alone(1, "commits before it adds", new BrokenWrites.AddsLate(false));
    }

    private static List<Fault> deletes() {
        return List.of(
                alone(3, "takes out before the store has deleted", new BrokenWrites.TakesFirst()),
                alone(3, "takes out of a newer generation", new BrokenWrites.TakesFromNewer()),
                alone(3, "takes out of what is being built", new BrokenWrites.TakesFromBuilding()),
                alone(3, "takes out although there was no row", new BrokenWrites.TakesAnyway()),
                new Fault(
                        3,
                        "takes out a key that is in doubt",
                        Sort.DOUBTS_AND_DELETE,
                        new BrokenDoubts.UnknownToDeletes()),
                new Fault(
                        3,
                        "takes out a key where others write",
                        Sort.LEASED_AND_DELETE,
                        new BrokenWrites.TakesWhereOthersWrite()));
    }

    private static List<Fault> reads() {
        return List.of(
                alone(
                        4,
                        "trusts what it saw before, and does not look again",
                        new BrokenLookups.NeverLooksAgain(false)),
                alone(4, "asks a filter that is not complete", new BrokenLookups.AsksAnyFilter()));
    }

    private static List<Fault> rebuilds() {
        return List.of(
                alone(5, "does not publish before the scan", new BrokenRebuilds.PublishesLate(false)),
                alone(5, "does not drain", new BrokenRebuilds.NeverDrains()),
                alone(5, "drains before it publishes", new BrokenRebuilds.PublishesLate(true)),
                new Fault(
                        5,
                        "does not wait for the phase of a rebuild that gave up",
                        Sort.BYPASSED,
                        new BrokenRebuilds.ForgetsEarlierPhase()),
                alone(5, "swaps before the scan has ended", new BrokenRebuilds.SwapsEarly()),
                alone(5, "believes a scan that was cut short", new Protocol() {
                    @Override
                    public long counted(long handedOver, long thereWere) {
                        return handedOver;
                    }
                }),
                alone(5, "does not add to what is being built", new BrokenWrites.NeverAddsToBuilding()),
                new Fault(
                        5,
                        "does not give up what is being built and has no room",
                        Sort.FULL_AND_REBUILD,
                        new BrokenRebuilds.NeverAbandons()),
                alone(5, "leaves before the store has committed", new BrokenRebuilds.LeavesEarly()),
                alone(5, "sees the generations before it enters", new BrokenRebuilds.SeesEarly()));
    }

    private static List<Fault> memory() {
        return List.of(
                alone(7, "remembers without a number of changes", new BrokenLookups.RemembersForEver()),
                alone(7, "remembers what changed while the store was asked", new BrokenLookups.RemembersAnyway(false)),
                new Fault(
                        7,
                        "remembers across generations",
                        Sort.BYPASSED,
                        new BrokenLookups.RemembersAcrossGenerations()),
                alone(7, "does not mark what it writes", new BrokenMarks.Never()),
                alone(7, "unmarks before the store has committed", new BrokenMarks.EndsEarly()),
                new Fault(
                        7, "unmarks before the doubt is noted", Sort.DOUBT_AND_LOOKUPS, new BrokenDoubts.NotedLate()));
    }

    private static List<Fault> flights() {
        return List.of(
                alone(8, "shares absent", new BrokenLookups.Shares(false)),
                alone(8, "shares present after a delete", new BrokenLookups.Shares(true)));
    }

    private static List<Fault> others() {
        return List.of(
                new Fault(
                        5,
                        "does not wait for writes that were announced",
                        Sort.FED,
                        new BrokenRebuilds.NeverWaitsForAnnounced()),
                new Fault(
                        5,
                        "does not wait for writes of a process that is gone",
                        Sort.CRASHING,
                        new BrokenStarts.NeverWaits()),
                new Fault(9, "is not told of writes that go past it", Sort.BYPASSED, new Protocol() {
                    @Override
                    public @Nullable Bypass<?> bypass(AnyGate<?> gate) {
                        return null;
                    }
                }),
                new Fault(9, "is told of them, but not until when they last", Sort.BYPASSED, new Protocol() {
                    @Override
                    public Bypass<?> bypass(AnyGate<?> gate) {
                        Bypass<?> bypass = gate.bypass();
                        bypass.close();
                        return bypass;
                    }
                }),
                new Fault(
                        9,
                        "swaps although it was given up, with a scan that may be past them",
                        Sort.BYPASSED,
                        new BrokenRebuilds.NeverGivesUp()),
                new Fault(
                        9,
                        "does not mind a key of others that it could not add",
                        Sort.FED,
                        new BrokenRebuilds.NeverDegrades()),
                new Fault(6, "prolongs without adding again", Sort.EXPIRING, new BrokenWrites.NeverAdds()),
                new Fault(
                        6,
                        "adds or prolongs in the store, and then adds",
                        Sort.ADDED_OR_PROLONGED,
                        new BrokenWrites.AddsLate(false)),
                new Fault(
                        6,
                        "prolongs without adding again what the filter still knows",
                        Sort.ADDED_OR_PROLONGED,
                        new BrokenWrites.AddsOnlyWhatIsUnknown()));
    }

    private static List<Fault> batches() {
        return List.of(
                alone(
                        4,
                        "trusts in a batch what it saw before, and does not look again",
                        new BrokenLookups.NeverLooksAgain(true)),
                alone(
                        7,
                        "remembers of a batch what changed while the store was asked",
                        new BrokenLookups.RemembersAnyway(true)));
    }

    private static List<Fault> owners() {
        return List.of(
                owned(3, "forgets an owner that is written meanwhile", new BrokenMarks.NobodyElse()),
                owned(3, "forgets an owner with a key in doubt", new BrokenDoubts.UnknownToDrops()),
                owned(3, "forgets an owner before the store has deleted its keys", new BrokenWrites.DropsFirst()),
                owned(8, "does not mark the owner that it deletes", new BrokenMarks.NeverOwners()),
                new Fault(
                        8,
                        "shares keys of an owner that may vanish",
                        Sort.OWNER_IN_DOUBT,
                        new BrokenDoubts.UnknownToStripes()));
    }

    private static List<Fault> crashes() {
        return List.of(
                durable("believes after a crash a filter that was synced now and then", new Protocol() {
                    @Override
                    public boolean marksWhileRunning(Durability durability) {
                        return durability != Durability.NONE;
                    }
                }),
                durable("writes the store before the filter is synced", new Protocol() {
                    @Override
                    public void sync(ModelFilter filter) {}
                }),
                durable("leaves the mark at a generation that was replaced", new Protocol() {
                    @Override
                    public ModelGeneration marked(@Nullable ModelGeneration before, ModelGeneration complete) {
                        return before == null ? complete : before;
                    }
                }),
                durable("leaves the mark when it is told of writes that go past it", new Protocol() {
                    @Override
                    public boolean unmarksWhenIncomplete() {
                        return false;
                    }
                }),
                new Fault(
                        10,
                        "takes out keys while writes of a process that is gone may come",
                        Sort.DOUBTS_AND_CRASH,
                        new BrokenStarts.TakesAlthoughAllIsKept()),
                durable("remembers while writes of a process that is gone may come", new BrokenStarts.NeverWaits()),
                durable("takes out keys after a crash of a filter that had to keep all", new Protocol() {
                    @Override
                    public boolean readsThatAllIsKept() {
                        return false;
                    }
                }));
    }

    private static List<Fault> lateFeeds() {
        return List.of(
                leased("does not ask whether the feed is current", new BrokenLookups.NeverLooksAtFeed()),
                new Fault(
                        11,
                        "asks whether the feed is current only after the bits were read",
                        Sort.LEASED_AND_LOOKUPS,
                        new BrokenLookups.LooksAtFeedTooLate()),
                leased("dates a heartbeat by its arrival", new Protocol() {
                    @Override
                    public int heartbeatCovers(int sentAt, int arrivedAt) {
                        return arrivedAt;
                    }
                }),
                leased("trusts the feed for longer than others wait", new Protocol() {
                    @Override
                    public int trustedFor(int lease) {
                        return lease + 1;
                    }
                }),
                leased("inserts before its lease is over", new Protocol() {
                    @Override
                    public int waitedFor(int lease) {
                        return lease - 1;
                    }
                }),
                leased(
                        "does not wait for writes that were announced and waited",
                        new BrokenRebuilds.NeverWaitsForAnnounced()));
    }

    private static List<Fault> foreignWrites() {
        return List.of(
                new Fault(
                        FOREIGN_WRITES,
                        "concludes from a key that others write beside it",
                        Sort.ALONE,
                        new BrokenMarks.NobodyElse()),
                new Fault(
                        FOREIGN_WRITES,
                        "concludes from a filter that was given up meanwhile",
                        Sort.BYPASSED,
                        new BrokenWrites.IgnoresThatItWasGivenUp()));
    }

    private static Fault alone(int rule, String fault, Protocol protocol) {
        return new Fault(rule, fault, Sort.ALONE, protocol);
    }

    private static Fault owned(int rule, String fault, Protocol protocol) {
        return new Fault(rule, fault, Sort.OWNED, protocol);
    }

    private static Fault durable(String fault, Protocol protocol) {
        return new Fault(10, fault, Sort.DURABLE, protocol);
    }

    private static Fault leased(String fault, Protocol protocol) {
        return new Fault(11, fault, Sort.LEASED, protocol);
    }

    private static Fault doubtful(String fault, Protocol protocol) {
        return new Fault(2, fault, Sort.DOUBTFUL, protocol);
    }
}
