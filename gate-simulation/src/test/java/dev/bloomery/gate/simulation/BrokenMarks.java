package dev.bloomery.gate.simulation;

import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.ScheduledStripes;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.engine.Task.Role;

/** Marks of what is written that fail in one way each, for {@link BrokenProtocol}. */
final class BrokenMarks {
    private BrokenMarks() {}

    static final class Never extends Protocol {
        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public long enter(int stripe) {
                    return 0;
                }

                @Override
                public void leave(int stripe) {}
            };
        }
    }

    static final class NeverOwners extends Protocol {
        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public long enter(int stripe) {
                    return simulation.runs(Role.DROP) ? quietNow(stripe) : super.enter(stripe);
                }

                @Override
                public void leave(int stripe) {
                    if (!simulation.runs(Role.DROP)) {
                        super.leave(stripe);
                    }
                }
            };
        }
    }

    /** The marks are taken away before the store has committed, and again when the write is over, which then does nothing. */
    static final class EndsEarly extends Protocol {
        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public long enter(int stripe) {
                    Task self = simulation.running();
                    if (self != null) {
                        self.defer(() -> super.leave(stripe));
                    }
                    return super.enter(stripe);
                }

                @Override
                public void leave(int stripe) {
                    Task self = simulation.running();
                    if (self == null) {
                        super.leave(stripe);
                    } else {
                        self.catchUp();
                    }
                }
            };
        }

        @Override
        public void beforeStore(Simulation simulation, StoreChange change, int key, int other) {
            Task self = simulation.running();
            if (self != null) {
                self.catchUp();
            }
        }
    }

    static final class NobodyElse extends Protocol {
        @Override
        public KeyStripes stripes(Simulation simulation, int stripes) {
            return new ScheduledStripes(simulation, stripes) {
                @Override
                public boolean isAlone(int stripe, long entered) {
                    return true;
                }
            };
        }
    }
}
