package dev.bloomery.gate.simulation;

import dev.bloomery.AddResult;
import dev.bloomery.gate.internal.generation.ForgetsOwners;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.simulation.engine.ModelGeneration;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.ScheduledDoubts;
import dev.bloomery.gate.simulation.engine.ScheduledViews;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.engine.Task.Role;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Faults of what a write adds and takes back, for {@link BrokenProtocol}. */
final class BrokenWrites {
    private BrokenWrites() {}

    private static boolean isBuilding(Simulation simulation, ModelGeneration generation) {
        return simulation.gate().view().building() == generation;
    }

    private static boolean writes(Simulation simulation) {
        return simulation.runs(Role.WRITE, Role.TICKET);
    }

    private static @Nullable ModelGeneration current(Simulation simulation) {
        return (ModelGeneration) simulation.gate().view().current();
    }

    /** The store commits before the filter that answers, or the one that is built, gets the key. */
    static final class AddsLate extends Protocol {
        private final boolean toBuilding;

        AddsLate(boolean toBuilding) {
            this.toBuilding = toBuilding;
        }

        @Override
        public AddResult put(Simulation simulation, ModelGeneration generation, Integer key) {
            Task self = simulation.running();
            if (self == null
                    || !self.defers()
                    || !simulation.runs(Role.WRITE)
                    || isBuilding(simulation, generation) != toBuilding) {
                return super.put(simulation, generation, key);
            }
            self.defer(() -> {
                AddResult unused = generation.add(key);
            });
            return AddResult.ADDED;
        }

        /** Deferred adds come by {@link #put} again; nothing is deferred any more then. */
        @Override
        public void afterStore(Simulation simulation, StoreChange change, int key, boolean done) {
            Task self = simulation.running();
            if (self != null) {
                self.catchUpNow();
            }
        }
    }

    /** A filter without room is taken for one that has the key. */
    static final class FullIgnored extends Protocol {
        @Override
        public AddResult put(Simulation simulation, ModelGeneration generation, Integer key) {
            AddResult result = super.put(simulation, generation, key);
            return result == AddResult.FULL && writes(simulation) && !isBuilding(simulation, generation)
                    ? AddResult.MAYBE_PRESENT
                    : result;
        }
    }

    static final class UnknownAsNotDone extends Protocol {
        @Override
        public boolean store(BooleanSupplier write) {
            try {
                return super.store(write);
            } catch (RuntimeException problem) {
                throw new StoreException("guessed", problem, Outcome.NOT_DONE);
            }
        }
    }

    static final class TakesTwice extends Protocol {
        @Override
        public void takeBack(Simulation simulation, ModelGeneration generation, Integer key) {
            super.takeBack(simulation, generation, key);
            super.takeBack(simulation, generation, key);
        }
    }

    /** A delete takes the key out before the store is asked, and nothing afterwards. */
    static final class TakesFirst extends Protocol {
        private static final String TAKEN = "taken";

        @Override
        public void beforeStore(Simulation simulation, StoreChange change, int key, int other) {
            Task self = simulation.running();
            ModelGeneration current = current(simulation);
            if (self != null && current != null && change == StoreChange.DELETE) {
                self.note(TAKEN, true);
                current.reallyTakeBack(key);
            }
        }

        @Override
        public void takeBack(Simulation simulation, ModelGeneration generation, Integer key) {
            Task self = simulation.running();
            if (self == null || self.noted(TAKEN) == null) {
                super.takeBack(simulation, generation, key);
            }
        }
    }

    /** A write sees the view of its begin for as long as it lasts. */
    private static class StickyViews<K> extends ScheduledViews<K> {
        private static final String VIEW = "view";

        StickyViews(Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            super(simulation, generations, first);
        }

        @Override
        @SuppressWarnings("unchecked") // a view of this gate
        public GateView<K> get() {
            GateView<K> now = super.get();
            Task self = simulation().running();
            if (self == null || !simulation().runs(Role.WRITE)) {
                return now;
            }
            Object seen = self.noted(VIEW);
            if (seen == null) {
                self.note(VIEW, now);
                return now;
            }
            return (GateView<K>) seen;
        }
    }

    static final class TakesFromNewer extends Protocol {
        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new StickyViews<>(simulation, generations, first);
        }

        @Override
        public void takeBack(Simulation simulation, ModelGeneration generation, Integer key) {
            ModelGeneration current = current(simulation);
            super.takeBack(simulation, current == null ? generation : current, key);
        }
    }

    static final class TakesFromBuilding extends Protocol {
        @Override
        public void takeBack(Simulation simulation, ModelGeneration generation, Integer key) {
            super.takeBack(simulation, generation, key);
            ModelGeneration building =
                    (ModelGeneration) simulation.gate().view().building();
            if (building != null) {
                super.takeBack(simulation, building, key);
            }
        }
    }

    /** A delete that found no row is reported as one that did. */
    static final class TakesAnyway extends Protocol {
        @Override
        public boolean reported(Simulation simulation, StoreChange change, int key, int other, boolean done) {
            return done || change == StoreChange.DELETE;
        }
    }

    static final class TakesWhereOthersWrite extends Protocol {
        @Override
        @SuppressWarnings("unchecked") // keys have no owners here
        public boolean reported(Simulation simulation, StoreChange change, int key, int other, boolean done) {
            ModelGeneration current = current(simulation);
            ScheduledDoubts<Integer> doubts =
                    (ScheduledDoubts<Integer>) simulation.gate().core().inDoubt;
            if (done && change == StoreChange.DELETE && current != null && !doubts.containsNow(key)) {
                current.takeBack(key);
            }
            return done;
        }
    }

    static final class NeverAddsToBuilding extends Protocol {
        @Override
        public AddResult put(Simulation simulation, ModelGeneration generation, Integer key) {
            return writes(simulation) && isBuilding(simulation, generation)
                    ? AddResult.ADDED
                    : super.put(simulation, generation, key);
        }
    }

    /** Neither does a write that prolongs the life of a key. */
    static final class NeverAdds extends Protocol {
        @Override
        public AddResult put(Simulation simulation, ModelGeneration generation, Integer key) {
            return writes(simulation) && !isBuilding(simulation, generation)
                    ? AddResult.ADDED
                    : super.put(simulation, generation, key);
        }
    }

    static final class AddsOnlyWhatIsUnknown extends Protocol {
        @Override
        public AddResult put(Simulation simulation, ModelGeneration generation, Integer key) {
            return writes(simulation)
                            && !isBuilding(simulation, generation)
                            && generation.model().mightContain(key)
                    ? AddResult.MAYBE_PRESENT
                    : super.put(simulation, generation, key);
        }
    }

    /** The filter forgets the owner before the store is asked. */
    static final class DropsFirst extends Protocol {
        @Override
        @SuppressWarnings("unchecked") // keys have owners here
        public void beforeStore(Simulation simulation, StoreChange change, int key, int other) {
            Generation<?> current = simulation.gate().view().current();
            if (change == StoreChange.DELETE_OWNER && current != null) {
                ((ForgetsOwners<Integer>) current).dropIf(key >> 1, () -> true);
            }
        }
    }

    /** A write concludes from a filter that answered when it began, and degrades whatever answers now. */
    static final class IgnoresThatItWasGivenUp extends Protocol {
        @Override
        public <K> ScheduledViews<K> views(
                Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
            return new StickyViews<>(simulation, generations, first) {
                @Override
                public boolean degradeIfCurrent(Generation<K> incomplete) {
                    GateView<K> unused = degrade();
                    return true;
                }
            };
        }
    }
}
