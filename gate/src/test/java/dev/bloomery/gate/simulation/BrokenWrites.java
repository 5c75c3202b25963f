package dev.bloomery.gate.simulation;

import dev.bloomery.AddResult;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.Write;
import dev.bloomery.gate.internal.state.GateCore;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes with one fault each, for {@link BrokenProtocol}. */
final class BrokenWrites {
    private BrokenWrites() {}

    /** What a write is made of. */
    record WriteParts(
            GateCore<Integer> core,
            List<Write.Stage> order,
            @Nullable Integer added,
            @Nullable Integer deleted,
            BooleanSupplier store,
            boolean settles) {
        WriteParts storing(BooleanSupplier other) {
            return new WriteParts(core, order, added, deleted, other, settles);
        }
    }

    private static class Broken extends Write<Integer> {
        final GateCore<Integer> core;
        final @Nullable Integer adds;
        final @Nullable Integer deletes;

        Broken(WriteParts parts) {
            super(parts.core, parts.order, parts.added, parts.deleted, parts.store, parts.settles);
            this.core = parts.core;
            this.adds = parts.added;
            this.deletes = parts.deleted;
        }
    }

    static final class FullIgnored extends Broken {
        FullIgnored(WriteParts parts) {
            super(parts);
        }

        @Override
        public void addToCurrent() {
            try {
                super.addToCurrent();
            } catch (FilterFullException full) {
                // goes on
            }
        }
    }

    static final class FullBuildingIgnored extends Broken {
        FullBuildingIgnored(WriteParts parts) {
            super(parts);
        }

        @Override
        public void addToBuilding(Integer key) {
            Generation<Integer> building = writing.building();
            if (building != null) {
                AddResult unused = building.add(key);
            }
        }
    }

    static final class AddsOnlyWhatIsUnknown extends Broken {
        AddsOnlyWhatIsUnknown(WriteParts parts) {
            super(parts);
        }

        @Override
        public void addToCurrent() {
            Generation<Integer> current = writing.current();
            boolean known = adds != null && current != null && current.mightContain(adds);
            if (!known) {
                super.addToCurrent();
            }
        }
    }

    static final class SettlesAll extends Broken {
        SettlesAll(WriteParts parts) {
            super(parts);
        }

        @Override
        public void settle(Integer key) {
            core.inDoubt.settle(key);
        }
    }

    static final class SettlesByNothing extends Broken {
        SettlesByNothing(WriteParts parts) {
            super(parts);
        }

        @Override
        public boolean provesThatEarlierOnesEnded() {
            return true;
        }
    }

    static final class TakesFirst extends Broken {
        TakesFirst(WriteParts parts) {
            super(parts);
        }

        @Override
        public void addToCurrent() {
            if (deletes != null) {
                takeBack(deletes);
            }
            super.addToCurrent();
        }

        @Override
        public boolean mayTakeOut(Integer key) {
            return false;
        }
    }

    static final class TakesTwice extends Broken {
        TakesTwice(WriteParts parts) {
            super(parts);
        }

        @Override
        public void takeBack(Integer key) {
            super.takeBack(key);
            super.takeBack(key);
        }
    }

    static final class TakesFromNewer extends Broken {
        TakesFromNewer(WriteParts parts) {
            super(parts);
        }

        @Override
        public boolean isStillCurrent() {
            return true;
        }

        @Override
        public void takeBack(Integer key) {
            Generation<Integer> current = core.views.get().current();
            if (current != null) {
                current.takeBack(key);
            }
        }
    }

    static final class TakesFromBuilding extends Broken {
        TakesFromBuilding(WriteParts parts) {
            super(parts);
        }

        @Override
        public void takeBack(Integer key) {
            super.takeBack(key);
            Generation<Integer> building = core.views.get().building();
            if (building != null) {
                building.takeBack(key);
            }
        }
    }

    static final class TakesDoubtful extends Broken {
        TakesDoubtful(WriteParts parts) {
            super(parts);
        }

        @Override
        public boolean mayTakeOut(Integer key) {
            return true;
        }
    }

    static final class TakesWhereOthersWrite extends Broken {
        TakesWhereOthersWrite(WriteParts parts) {
            super(parts);
        }

        @Override
        public boolean mayTakeOut(Integer key) {
            return !writing.isInDoubt(key);
        }
    }

    static final class TakesAnyway extends Broken {
        TakesAnyway(WriteParts parts) {
            super(parts.storing(() -> parts.store.getAsBoolean() || parts.deleted != null));
        }
    }

    static final class IgnoresOthers extends Broken {
        IgnoresOthers(WriteParts parts) {
            super(parts);
        }

        @Override
        public boolean nobodyElseWrote(Integer key, long sinceMark) {
            return true;
        }
    }

    static final class IgnoresThatItWasGivenUp extends Broken {
        IgnoresThatItWasGivenUp(WriteParts parts) {
            super(parts);
        }

        @Override
        public boolean isStillAnswering(Generation<Integer> generation) {
            return true;
        }
    }
}
