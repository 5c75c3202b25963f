package dev.bloomery.gate.simulation;

import dev.bloomery.gate.Bypass;
import dev.bloomery.gate.HiddenConstructors;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.protocol.DropOwner;
import dev.bloomery.gate.internal.protocol.Lookup;
import dev.bloomery.gate.internal.protocol.Rebuild;
import dev.bloomery.gate.internal.protocol.Write;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.simulation.RandomScenario.Sort;
import dev.bloomery.gate.simulation.engine.Durability;
import dev.bloomery.gate.simulation.engine.ModelFilter;
import dev.bloomery.gate.simulation.engine.ModelGeneration;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Protocols with one fault each. A simulation that does not catch one of them is too weak. */
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
                alone(1, "commits before it adds", ordered(moved(Write.Stage.STORE, Write.Stage.ADD_TO_CURRENT))),
                alone(
                        1,
                        "commits before it adds to what is being built",
                        ordered(moved(Write.Stage.STORE, Write.Stage.ADD_TO_BUILDING))),
                alone(1, "writes the store although the filter is full", writing(BrokenWrites.FullIgnored::new)),
                alone(2, "takes back what may have been done", new Protocol() {
                    @Override
                    public Write<Integer> write(
                            GateCore<Integer> core,
                            @Nullable Integer added,
                            @Nullable Integer deleted,
                            BooleanSupplier store,
                            boolean settles) {
                        return super.write(core, added, deleted, () -> unknownAsNotDone(store), settles);
                    }
                }),
                alone(2, "forgets keys in doubt when it rebuilds", rebuilding(without(Rebuild.Stage.ADD_IN_DOUBT))),
                doubtful(2, "believes that a store orders its writes", new Protocol() {
                    @Override
                    public Write<Integer> write(
                            GateCore<Integer> core,
                            @Nullable Integer added,
                            @Nullable Integer deleted,
                            BooleanSupplier store,
                            boolean settles) {
                        return super.write(core, added, deleted, store, true);
                    }
                }),
                doubtful(2, "settles doubts that came after it began", writing(BrokenWrites.SettlesAll::new)),
                doubtful(
                        2, "settles doubts by a delete that found no row", writing(BrokenWrites.SettlesByNothing::new)),
                new Fault(
                        2,
                        "remembers and shares what is in doubt",
                        Sort.DOUBT_AND_LOOKUPS,
                        looking(BrokenLookups.IgnoresDoubts::new)),
                alone(2, "takes back twice", writing(BrokenWrites.TakesTwice::new)),
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

    private static List<Fault> deletes() {
        return List.of(
                alone(3, "takes out before the store has deleted", writing(BrokenWrites.TakesFirst::new)),
                alone(3, "takes out of a newer generation", writing(BrokenWrites.TakesFromNewer::new)),
                alone(3, "takes out of what is being built", writing(BrokenWrites.TakesFromBuilding::new)),
                alone(3, "takes out although there was no row", writing(BrokenWrites.TakesAnyway::new)),
                new Fault(
                        3,
                        "takes out a key that is in doubt",
                        Sort.DOUBTS_AND_DELETE,
                        writing(BrokenWrites.TakesDoubtful::new)),
                takingOutWhereOthersWrite());
    }

    static Fault takingOutWhereOthersWrite() {
        return new Fault(
                3,
                "takes out a key where others write",
                Sort.LEASED_AND_DELETE,
                writing(BrokenWrites.TakesWhereOthersWrite::new));
    }

    private static List<Fault> reads() {
        return List.of(
                alone(4, "trusts what it saw before, and does not look again", new Protocol() {
                    @Override
                    public Lookup<Integer, Boolean> lookup(
                            GateCore<Integer> core,
                            GateView<Integer> before,
                            AnswerSource<Integer, Boolean> answers,
                            Integer key) {
                        return new BrokenLookups.NeverLooksAgain(core, before, answers, key);
                    }
                }),
                alone(4, "asks a filter that is not complete", looking(BrokenLookups.AsksAnyFilter::new)));
    }

    private static List<Fault> rebuilds() {
        return List.of(
                alone(
                        5,
                        "does not publish before the scan",
                        rebuilding(movedStage(Rebuild.Stage.PUBLISH, Rebuild.Stage.SWAP))),
                alone(5, "does not drain", rebuilding(without(Rebuild.Stage.DRAIN))),
                alone(
                        5,
                        "drains before it publishes",
                        rebuilding(movedStage(Rebuild.Stage.PUBLISH, Rebuild.Stage.ADD_IN_DOUBT))),
                new Fault(
                        5,
                        "does not wait for the phase of a rebuild that gave up",
                        Sort.BYPASSED,
                        rebuilding(without(Rebuild.Stage.AWAIT_EARLIER_PHASE))),
                alone(
                        5,
                        "swaps before the scan has ended",
                        rebuilding(movedStage(Rebuild.Stage.SWAP, Rebuild.Stage.SCAN))),
                alone(5, "believes a scan that was cut short", rebuildingAs(BrokenRebuilds.BelievesAnyScan::new)),
                alone(5, "does not add to what is being built", ordered(leftOut(Write.Stage.ADD_TO_BUILDING))),
                new Fault(
                        5,
                        "does not give up what is being built and has no room",
                        Sort.FULL_AND_REBUILD,
                        writing(BrokenWrites.FullBuildingIgnored::new)),
                alone(5, "leaves before the store has committed", ordered(early(Write.Stage.LEAVE, Write.Stage.STORE))),
                alone(
                        5,
                        "sees the generations before it enters",
                        ordered(moved(Write.Stage.SEE, Write.Stage.READ_PHASE))));
    }

    private static List<Fault> memory() {
        return List.of(
                alone(7, "remembers without a number of changes", looking(BrokenLookups.RemembersForEver::new)),
                alone(
                        7,
                        "remembers what changed while the store was asked",
                        looking(BrokenLookups.RemembersAnyway::new)),
                new Fault(
                        7,
                        "remembers across generations",
                        Sort.BYPASSED,
                        looking(BrokenLookups.RemembersAcrossGenerations::new)),
                alone(7, "does not mark what it writes", ordered(leftOut(Write.Stage.MARK))),
                alone(
                        7,
                        "unmarks before the store has committed",
                        ordered(early(Write.Stage.UNMARK, Write.Stage.STORE))),
                new Fault(
                        7,
                        "unmarks before the doubt is noted",
                        Sort.DOUBT_AND_LOOKUPS,
                        ordered(early(Write.Stage.UNMARK, Write.Stage.SETTLE))));
    }

    private static List<Fault> flights() {
        return List.of(
                alone(8, "shares absent", looking(BrokenLookups.SharesAbsent::new)),
                alone(8, "shares present after a delete", looking(BrokenLookups.SharesPresent::new)));
    }

    private static List<Fault> others() {
        return List.of(
                new Fault(
                        5,
                        "does not wait for writes that were announced",
                        Sort.FED,
                        rebuilding(without(Rebuild.Stage.AWAIT_LATE_WRITES))),
                new Fault(5, "does not wait for writes of a process that is gone", Sort.CRASHING, new Protocol() {
                    @Override
                    public int waitAfterOpening(int longestWrite) {
                        return 0;
                    }
                }),
                new Fault(9, "is not told of writes that go past it", Sort.BYPASSED, new Protocol() {
                    @Override
                    @Nullable
                    public Bypass<Integer> bypass(GateCore<Integer> core) {
                        return null;
                    }
                }),
                new Fault(9, "is told of them, but not until when they last", Sort.BYPASSED, new Protocol() {
                    @Override
                    public Bypass<Integer> bypass(GateCore<Integer> core) {
                        Bypass<Integer> bypass = HiddenConstructors.bypass(core);
                        bypass.close();
                        return bypass;
                    }
                }),
                new Fault(
                        9,
                        "swaps although it was given up, with a scan that may be past them",
                        Sort.BYPASSED,
                        rebuildingAs(BrokenRebuilds.NeverGivesUp::new)),
                new Fault(9, "does not mind a key of others that it could not add", Sort.FED, new Protocol() {
                    @Override
                    public void gap(GateCore<Integer> core) {}
                }),
                new Fault(
                        6,
                        "prolongs without adding again",
                        Sort.EXPIRING,
                        ordered(leftOut(Write.Stage.ADD_TO_CURRENT))),
                new Fault(
                        6,
                        "adds or prolongs in the store, and then adds",
                        Sort.ADDED_OR_PROLONGED,
                        ordered(moved(Write.Stage.STORE, Write.Stage.ADD_TO_CURRENT))),
                new Fault(
                        6,
                        "prolongs without adding again what the filter still knows",
                        Sort.ADDED_OR_PROLONGED,
                        writing(BrokenWrites.AddsOnlyWhatIsUnknown::new)));
    }

    private static List<Fault> batches() {
        return List.of(
                alone(4, "trusts in a batch what it saw before, and does not look again", new Protocol() {
                    @Override
                    public BatchLookup<Integer, Boolean> batch(
                            GateCore<Integer> core,
                            GateView<Integer> before,
                            AnswerSource<Integer, Boolean> answers,
                            List<Integer> keys) {
                        return new BrokenLookups.BatchNeverLooksAgain(core, before, answers, keys);
                    }
                }),
                alone(7, "remembers of a batch what changed while the store was asked", new Protocol() {
                    @Override
                    public BatchLookup<Integer, Boolean> batch(
                            GateCore<Integer> core,
                            GateView<Integer> before,
                            AnswerSource<Integer, Boolean> answers,
                            List<Integer> keys) {
                        return new BrokenLookups.BatchRemembersAnyway(core, answers, keys);
                    }
                }));
    }

    private static List<Fault> owners() {
        return List.of(
                owned(3, "forgets an owner that is written meanwhile", dropping(BrokenDrops.ForgetsBesideWrites::new)),
                owned(3, "forgets an owner with a key in doubt", dropping(BrokenDrops.ForgetsDoubts::new)),
                owned(3, "forgets an owner before the store has deleted its keys", new Protocol() {
                    @Override
                    public DropOwner<Integer> dropOwner(
                            GateCore<Integer> core,
                            Object owner,
                            BooleanSupplier store,
                            DropOwner.Forgetting<Integer> forgetting,
                            boolean settles) {
                        BooleanSupplier forgetFirst = () -> {
                            Generation<Integer> current = core.views.get().current();
                            if (current != null) {
                                forgetting.forgetIf(current, () -> true);
                            }
                            return store.getAsBoolean();
                        };
                        return super.dropOwner(core, owner, forgetFirst, forgetting, settles);
                    }
                }),
                owned(
                        8,
                        "does not mark the owner that it deletes",
                        droppedIn(DropOwner.ORDER.stream()
                                .filter(stage -> stage != DropOwner.Stage.MARK)
                                .toList())),
                new Fault(
                        8,
                        "shares keys of an owner that may vanish",
                        Sort.OWNER_IN_DOUBT,
                        droppedIn(DropOwner.ORDER.stream()
                                .filter(stage -> stage != DropOwner.Stage.SETTLE)
                                .toList())));
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
                        new Protocol() {
                            @Override
                            public boolean keepsAllAfterCrash() {
                                return false;
                            }
                        }),
                durable("remembers while writes of a process that is gone may come", new Protocol() {
                    @Override
                    public int waitAfterOpening(int longestWrite) {
                        return 0;
                    }
                }),
                durable("takes out keys after a crash of a filter that had to keep all", new Protocol() {
                    @Override
                    public boolean readsThatAllIsKept() {
                        return false;
                    }
                }));
    }

    private static List<Fault> lateFeeds() {
        return List.of(
                leased("does not ask whether the feed is current", looking(BrokenLookups.NeverLooksAtFeed::new)),
                new Fault(
                        11,
                        "asks whether the feed is current only after the bits were read",
                        Sort.LEASED_AND_LOOKUPS,
                        looking(BrokenLookups.LooksAtFeedTooLate::new)),
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
                        rebuilding(without(Rebuild.Stage.AWAIT_LATE_WRITES))));
    }

    private static List<Fault> foreignWrites() {
        return List.of(
                foreign(
                        "concludes from a key that others write beside it",
                        Sort.ALONE,
                        BrokenWrites.IgnoresOthers::new),
                foreign(
                        "concludes from a filter that was given up meanwhile",
                        Sort.BYPASSED,
                        BrokenWrites.IgnoresThatItWasGivenUp::new));
    }

    // how to break it

    private static Fault foreign(String fault, Sort sort, Function<BrokenWrites.WriteParts, Write<Integer>> maker) {
        return new Fault(FOREIGN_WRITES, fault, sort, writing(maker));
    }

    private static Fault owned(int rule, String fault, Protocol protocol) {
        return new Fault(rule, fault, Sort.OWNED, protocol);
    }

    private static Fault durable(String fault, Protocol protocol) {
        return new Fault(10, fault, Sort.DURABLE, protocol);
    }

    private interface DropMaker {
        DropOwner<Integer> make(
                GateCore<Integer> core,
                List<DropOwner.Stage> order,
                Object owner,
                BooleanSupplier store,
                DropOwner.Forgetting<Integer> forgetting,
                boolean settles);
    }

    private static Protocol dropping(DropMaker maker) {
        return new Protocol() {
            @Override
            public DropOwner<Integer> dropOwner(
                    GateCore<Integer> core,
                    Object owner,
                    BooleanSupplier store,
                    DropOwner.Forgetting<Integer> forgetting,
                    boolean settles) {
                return maker.make(core, dropOrder(), owner, store, forgetting, settles);
            }
        };
    }

    private static Protocol droppedIn(List<DropOwner.Stage> order) {
        return new Protocol() {
            @Override
            public List<DropOwner.Stage> dropOrder() {
                return order;
            }
        };
    }

    private static Fault alone(int rule, String fault, Protocol protocol) {
        return new Fault(rule, fault, Sort.ALONE, protocol);
    }

    private static Fault leased(String fault, Protocol protocol) {
        return new Fault(11, fault, Sort.LEASED, protocol);
    }

    private static Fault doubtful(int rule, String fault, Protocol protocol) {
        return new Fault(rule, fault, Sort.DOUBTFUL, protocol);
    }

    private static Protocol ordered(List<Write.Stage> order) {
        return new Protocol() {
            @Override
            public List<Write.Stage> writeOrder() {
                return order;
            }
        };
    }

    private static Protocol rebuilding(List<Rebuild.Stage> order) {
        return new Protocol() {
            @Override
            public List<Rebuild.Stage> rebuildOrder() {
                return order;
            }
        };
    }

    private interface RebuildMaker {
        Rebuild<Integer> make(Simulation simulation, List<Rebuild.Stage> order);
    }

    private static Protocol rebuildingAs(RebuildMaker maker) {
        return new Protocol() {
            @Override
            public Rebuild<Integer> rebuild(Simulation simulation) {
                return maker.make(simulation, rebuildOrder());
            }
        };
    }

    private static Protocol writing(Function<BrokenWrites.WriteParts, Write<Integer>> maker) {
        return new Protocol() {
            @Override
            public Write<Integer> write(
                    GateCore<Integer> core,
                    @Nullable Integer added,
                    @Nullable Integer deleted,
                    BooleanSupplier store,
                    boolean settles) {
                return maker.apply(new BrokenWrites.WriteParts(core, writeOrder(), added, deleted, store, settles));
            }
        };
    }

    private interface LookupMaker {
        Lookup<Integer, Boolean> make(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key);
    }

    private static Protocol looking(LookupMaker maker) {
        return new Protocol() {
            @Override
            public Lookup<Integer, Boolean> lookup(
                    GateCore<Integer> core,
                    GateView<Integer> before,
                    AnswerSource<Integer, Boolean> answers,
                    Integer key) {
                return maker.make(core, answers, key);
            }
        };
    }

    private static <S> List<S> moved(List<S> order, S stage, S before) {
        List<S> changed = new ArrayList<>(order);
        changed.remove(stage);
        changed.add(changed.indexOf(before), stage);
        return List.copyOf(changed);
    }

    private static List<Write.Stage> moved(Write.Stage stage, Write.Stage before) {
        return moved(Write.ORDER, stage, before);
    }

    private static List<Rebuild.Stage> movedStage(Rebuild.Stage stage, Rebuild.Stage before) {
        return moved(Rebuild.ORDER, stage, before);
    }

    /** Done once early, and then nothing is left to do in its place. */
    private static List<Write.Stage> early(Write.Stage stage, Write.Stage before) {
        List<Write.Stage> changed = new ArrayList<>(Write.ORDER);
        changed.add(changed.indexOf(before), stage);
        return List.copyOf(changed);
    }

    private static List<Write.Stage> leftOut(Write.Stage stage) {
        return Write.ORDER.stream().filter(s -> s != stage).toList();
    }

    private static List<Rebuild.Stage> without(Rebuild.Stage stage) {
        return Rebuild.ORDER.stream().filter(s -> s != stage).toList();
    }

    private static boolean unknownAsNotDone(BooleanSupplier store) {
        try {
            return store.getAsBoolean();
        } catch (RuntimeException problem) {
            throw new StoreException("guessed", problem, Outcome.NOT_DONE);
        }
    }
}
