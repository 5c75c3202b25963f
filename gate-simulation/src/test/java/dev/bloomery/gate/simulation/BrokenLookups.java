package dev.bloomery.gate.simulation;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.FalsePositives;
import dev.bloomery.gate.internal.state.Flight;
import dev.bloomery.gate.internal.state.Flights;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.ScheduledFlights;
import dev.bloomery.gate.simulation.engine.ScheduledMemory;
import dev.bloomery.gate.simulation.engine.ScheduledStripes;
import dev.bloomery.gate.simulation.engine.ScheduledViews;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.engine.Task.Role;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Faults that show in lookups, for {@link BrokenProtocol}. */
final class BrokenLookups {
    private BrokenLookups() {}

    /** Lookups see what there was before the first task began, and take it for what there is. */
    static final class NeverLooksAgain extends Protocol {
        private final Role role;

        NeverLooksAgain(boolean inBatches) {
            role = inBatches ? Role.BATCH : Role.LOOKUP;
        }

        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new ScheduledViews<>(simulation, generations, first) {
                private @Nullable GateView<K> atFirst;

                @Override
                public GateView<K> get() {
                    GateView<K> now = super.get();
                    if (atFirst == null && simulation.running() != null) {
                        atFirst = now;
                    }
                    return simulation.runs(role) && atFirst != null ? atFirst : now;
                }

                @Override
                public boolean isStill(GateView<K> seen) {
                    return super.isStill(seen) || simulation.runs(role);
                }
            };
        }
    }

    static final class AsksAnyFilter extends Protocol {
        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new ScheduledViews<>(simulation, generations, first) {
                @Override
                public GateView<K> get() {
                    GateView<K> now = super.get();
                    Generation<K> any = now.current() == null ? now.building() : now.current();
                    return simulation.runs(Role.LOOKUP) && any != null
                            ? new GateView<>(GateState.ACTIVE, any, now.building())
                            : now;
                }

                @Override
                public boolean isStill(GateView<K> seen) {
                    return super.isStill(seen) || simulation.runs(Role.LOOKUP);
                }
            };
        }
    }

    static final class NeverLooksAtFeed extends Protocol {
        @Override
        public boolean hears(Simulation simulation, boolean isCurrent) {
            return true;
        }
    }

    /** The feed is asked when the bits were read. */
    static final class LooksAtFeedTooLate extends Protocol {
        @Override
        public boolean hears(Simulation simulation, boolean isCurrent) {
            return true;
        }

        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new ScheduledViews<>(simulation, generations, first) {
                @Override
                public boolean isStill(GateView<K> seen) {
                    return super.isStill(seen) && simulation.feed().isReallyCurrent();
                }
            };
        }
    }

    static final class RemembersForEver extends Protocol {
        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public long quiet(int stripe) {
                    return 0;
                }
            };
        }
    }

    /** What changed while the store was asked is not noticed, and remembered with the number that it has then. */
    static final class RemembersAnyway extends Protocol {
        private static final String FIRST = "changes of stripe ";

        private final Role role;

        RemembersAnyway(boolean inBatches) {
            role = inBatches ? Role.BATCH : Role.LOOKUP;
        }

        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public long quiet(int stripe) {
                    long now = super.quiet(stripe);
                    Task self = simulation.running();
                    if (self == null || !simulation.runs(role)) {
                        return now;
                    }
                    Object first = self.noted(FIRST + stripe);
                    if (first == null) {
                        self.note(FIRST + stripe, now);
                        return now;
                    }
                    return (Long) first;
                }
            };
        }

        @Override
        public <K> FalsePositives<K> falsePositives(Simulation simulation, int remembered) {
            return new ScheduledMemory<>(simulation, remembered) {
                @Override
                public void remember(K key, long changes, @Nullable Generation<K> generation) {
                    long now = changesNow(simulation, Objects.requireNonNull(key));
                    if (now != KeyStripes.BUSY) {
                        super.remember(key, now, generation);
                    }
                }
            };
        }

        private static long changesNow(Simulation simulation, Object key) {
            ScheduledStripes stripes = simulation.stripes();
            return stripes.quietNow(stripes.stripe(key));
        }
    }

    static final class RemembersAcrossGenerations extends Protocol {
        @Override
        public <K> FalsePositives<K> falsePositives(Simulation simulation, int remembered) {
            return new ScheduledMemory<>(simulation, remembered) {
                @Override
                public void remember(K key, long changes, @Nullable Generation<K> generation) {
                    super.remember(key, changes, null);
                }

                @Override
                public boolean isAbsent(K key, long changes, @Nullable Generation<K> generation) {
                    return super.isAbsent(key, changes, null);
                }
            };
        }
    }

    /** Takes an answer that it must not take, of one sort. */
    static final class Shares extends Protocol {
        private final boolean present;

        Shares(boolean present) {
            this.present = present;
        }

        @Override
        public <V> Flights<V> flights(Simulation simulation) {
            return new ScheduledFlights<>(simulation) {
                @Override
                public Flight<V> flight(Object key, long changes) {
                    return new Flight<>(key, changes) {
                        @Override
                        public boolean answersLookupAt(long laterChanges) {
                            return found().isPresent() == present || super.answersLookupAt(laterChanges);
                        }
                    };
                }
            };
        }
    }
}
