package dev.bloomery.gate.simulation;

import dev.bloomery.gate.internal.protocol.DropOwner;
import dev.bloomery.gate.internal.state.GateCore;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Deletes of an owner with one fault each, for {@link BrokenProtocol}. */
final class BrokenDrops {
    private BrokenDrops() {}

    static final class ForgetsBesideWrites extends DropOwner<Integer> {
        ForgetsBesideWrites(
                GateCore<Integer> core,
                List<Stage> order,
                Object owner,
                BooleanSupplier store,
                Forgetting<Integer> forgetting,
                boolean settles) {
            super(core, order, owner, store, forgetting, settles);
        }

        @Override
        public boolean onlyThisWrote(long sinceMark) {
            return true;
        }
    }

    static final class ForgetsDoubts extends DropOwner<Integer> {
        ForgetsDoubts(
                GateCore<Integer> core,
                List<Stage> order,
                Object owner,
                BooleanSupplier store,
                Forgetting<Integer> forgetting,
                boolean settles) {
            super(core, order, owner, store, forgetting, settles);
        }

        @Override
        public boolean nothingInDoubt() {
            return true;
        }
    }
}
