package dev.bloomery.gate.simulation;

import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.internal.state.KeysInDoubt;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.ScheduledDoubts;
import dev.bloomery.gate.simulation.engine.ScheduledStripes;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.engine.Task.Role;
import java.util.List;

/** Doubts that are treated wrongly in one way each, for {@link BrokenProtocol}. */
final class BrokenDoubts {
    private BrokenDoubts() {}

    static final class NotRebuilt extends Protocol {
        @Override
        public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
            return new ScheduledDoubts<>(simulation) {
                @Override
                public Iterable<K> all() {
                    return simulation.runs(Role.REBUILD) ? List.of() : super.all();
                }
            };
        }
    }

    static final class SettledAll extends Protocol {
        @Override
        public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
            return new ScheduledDoubts<>(simulation) {
                @Override
                public void settle(K key, long upTo) {
                    super.settle(key, lastNow());
                }
            };
        }
    }

    /** A delete that found no row settles what was in doubt when it began. */
    static final class SettledByNothing extends Protocol {
        private static final String BEFORE = "doubts before";

        @Override
        public void beforeStore(Simulation simulation, StoreChange change, int key, int other) {
            Task self = simulation.running();
            if (self != null) {
                self.note(BEFORE, doubts(simulation).lastNow());
            }
        }

        @Override
        public boolean reported(Simulation simulation, StoreChange change, int key, int other, boolean done) {
            Task self = simulation.running();
            if (self != null
                    && !done
                    && !change.insertsOnly()
                    && simulation.store().ordersWrites()) {
                long before = (Long) java.util.Objects.requireNonNull(self.noted(BEFORE));
                doubts(simulation).settle(key, before);
                doubts(simulation).settle(other, before);
            }
            return done;
        }

        @SuppressWarnings("unchecked") // keys have no owners here
        private static ScheduledDoubts<Integer> doubts(Simulation simulation) {
            return (ScheduledDoubts<Integer>) simulation.gate().core().inDoubt;
        }
    }

    /** A stripe does not know that one of its writes was in doubt, so nobody looks at the doubts. */
    static final class UnknownToStripes extends Protocol {
        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public void doubt(int stripe) {}
            };
        }
    }

    static final class UnknownToDeletes extends Protocol {
        @Override
        public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
            return new ScheduledDoubts<>(simulation) {
                @Override
                public boolean contains(K key) {
                    return !simulation.runs(Role.WRITE) && super.contains(key);
                }
            };
        }
    }

    static final class UnknownToDrops extends Protocol {
        @Override
        public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
            return new ScheduledDoubts<>(simulation) {
                @Override
                public Iterable<K> all() {
                    return simulation.runs(Role.DROP) ? List.of() : super.all();
                }
            };
        }
    }

    /** The doubt is noted when the key is not marked any more. */
    static final class NotedLate extends Protocol {
        @Override
        public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
            return new ScheduledDoubts<>(simulation) {
                @Override
                public void add(K key) {
                    Task self = simulation.running();
                    if (self != null) {
                        self.defer(() -> super.add(key));
                    }
                }
            };
        }

        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public void doubt(int stripe) {
                    Task self = simulation.running();
                    if (self != null) {
                        self.defer(() -> super.doubt(stripe));
                    }
                }

                @Override
                public void leave(int stripe) {
                    super.leave(stripe);
                    Task self = simulation.running();
                    if (self != null) {
                        self.catchUp();
                    }
                }
            };
        }
    }
}
