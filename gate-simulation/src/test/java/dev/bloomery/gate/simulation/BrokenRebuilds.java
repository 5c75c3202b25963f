package dev.bloomery.gate.simulation;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeysInDoubt;
import dev.bloomery.gate.internal.state.WritePhases;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.ScheduledDoubts;
import dev.bloomery.gate.simulation.engine.ScheduledPhases;
import dev.bloomery.gate.simulation.engine.ScheduledViews;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.engine.Task.Role;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Faults between rebuilds and writes, for {@link BrokenProtocol}. */
final class BrokenRebuilds {
    private BrokenRebuilds() {}

    /** The rebuild that runs believes that its generation is published, and nobody else sees it until later. */
    private static class Views<K> extends ScheduledViews<K> {
        private @Nullable Generation<K> unpublished;

        Views(Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            super(simulation, generations, first);
        }

        @Override
        public GateView<K> get() {
            GateView<K> now = super.get();
            return unpublished != null && simulation().runs(Role.REBUILD) ? now.withBuilding(unpublished) : now;
        }

        final void hold(Generation<K> building) {
            unpublished = building;
        }

        final void publishHeld() {
            Generation<K> held = unpublished;
            if (held != null) {
                unpublished = null;
                super.publish(held);
            }
        }
    }

    /** Publishes when the writes before are over, or only at the end of the scan. */
    static final class PublishesLate extends Protocol {
        private final boolean beforeTheScan;

        PublishesLate(boolean beforeTheScan) {
            this.beforeTheScan = beforeTheScan;
        }

        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new Views<>(simulation, generations, first) {
                @Override
                public void publish(Generation<K> building) {
                    hold(building);
                }

                @Override
                public boolean swapTo(Generation<K> complete) {
                    publishHeld();
                    return super.swapTo(complete);
                }
            };
        }

        @Override
        public <K> KeysInDoubt<K> keysInDoubt(Simulation simulation) {
            return new ScheduledDoubts<>(simulation) {
                @Override
                public Iterable<K> all() {
                    if (beforeTheScan) {
                        ((Views<?>) simulation.gate().core().views).publishHeld();
                    }
                    return super.all();
                }
            };
        }
    }

    static final class NeverDrains extends Protocol {
        @Override
        public WritePhases phases(Simulation simulation) {
            return new ScheduledPhases(simulation) {
                @Override
                public boolean isDrained(int ended) {
                    return true;
                }
            };
        }
    }

    /** The first look of each rebuild is left out: at the phase before the one that it ends. */
    static final class ForgetsEarlierPhase extends Protocol {
        private static final String LOOKED = "looked";

        @Override
        public WritePhases phases(Simulation simulation) {
            return new ScheduledPhases(simulation) {
                @Override
                public boolean isDrained(int ended) {
                    Task self = simulation.running();
                    if (self != null && self.noted(LOOKED) == null) {
                        self.note(LOOKED, true);
                        return true;
                    }
                    return super.isDrained(ended);
                }
            };
        }
    }

    static final class SwapsEarly extends Protocol {
        @Override
        public void beforeScan(Simulation simulation) {
            swap(simulation.gate().core().views);
        }

        private static <K> void swap(dev.bloomery.gate.internal.state.GateViews<K> views) {
            Generation<K> building = ((ScheduledViews<K>) views).now().building();
            if (building != null) {
                boolean unused = views.swapTo(building);
            }
        }
    }

    static final class NeverAbandons extends Protocol {
        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new ScheduledViews<>(simulation, generations, first) {
                @Override
                public boolean abandon(Generation<K> building) {
                    return simulation.runs(Role.WRITE, Role.TICKET) || super.abandon(building);
                }
            };
        }
    }

    static final class LeavesEarly extends Protocol {
        private static final String LEFT = "phase";
        private static final String LEFT_EARLY = "left early";

        @Override
        public WritePhases phases(Simulation simulation) {
            return new ScheduledPhases(simulation) {
                @Override
                public void enter(int entered) {
                    super.enter(entered);
                    Task self = simulation.running();
                    if (self != null) {
                        self.note(LEFT, entered);
                    }
                }

                @Override
                public void leave(int entered) {
                    Task self = simulation.running();
                    if (self == null || !self.has(LEFT_EARLY)) {
                        super.leave(entered);
                    }
                }
            };
        }

        @Override
        public void beforeStore(Simulation simulation, StoreChange change, int key, int other) {
            Task self = simulation.running();
            if (self != null && !self.has(LEFT_EARLY) && self.noted(LEFT) instanceof Integer entered) {
                simulation.gate().core().phases.leave(entered);
                self.note(LEFT_EARLY, self);
            }
        }
    }

    /** What a write sees is as old as its begin. */
    static final class SeesEarly extends Protocol {
        private static final String SEEN = "seen";
        private static final String USED = "used";

        @Override
        public WritePhases phases(Simulation simulation) {
            return new ScheduledPhases(simulation) {
                @Override
                public int now() {
                    Task self = simulation.running();
                    if (self != null && simulation.runs(Role.WRITE, Role.TICKET) && self.noted(SEEN) == null) {
                        self.note(SEEN, simulation.gate().view());
                    }
                    return super.now();
                }
            };
        }

        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new ScheduledViews<>(simulation, generations, first) {
                @Override
                @SuppressWarnings("unchecked") // a view of this gate
                public GateView<K> get() {
                    GateView<K> now = super.get();
                    Task self = simulation.running();
                    Object seen = self == null ? null : self.noted(SEEN);
                    if (self == null || seen == null || self.has(USED)) {
                        return now;
                    }
                    self.note(USED, self);
                    return (GateView<K>) Objects.requireNonNull(seen);
                }
            };
        }
    }

    static final class NeverWaitsForAnnounced extends Protocol {
        @Override
        public int waitAfterAnnouncement(int longestWrite) {
            return 0;
        }
    }

    /** A generation that was given up answers all the same, when its scan is over. */
    static final class NeverGivesUp extends Protocol {
        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new Views<>(simulation, generations, first) {
                @Override
                public void publish(Generation<K> building) {
                    super.publish(building);
                    hold(building);
                }

                @Override
                public boolean swapTo(Generation<K> complete) {
                    publishHeld();
                    return super.swapTo(complete);
                }
            };
        }
    }

    static final class NeverDegrades extends Protocol {
        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new ScheduledViews<>(simulation, generations, first) {
                @Override
                public GateView<K> degrade() {
                    return now();
                }
            };
        }
    }
}
