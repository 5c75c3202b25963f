package dev.bloomery.gate.internal.generation;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Tells once when a family has used a share of its memory budget. It looks once for many adds, because a look visits all parts of the family. */
final class BudgetWatch {
    private static final int LOOK_EVERY = 256; // a power of two

    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final CapacityChoice choice;
    private final FilterFamily<?, ?> family;
    private final AtomicLong adds = new AtomicLong();
    private final AtomicBoolean told = new AtomicBoolean();

    BudgetWatch(CapacityChoice choice, FilterFamily<?, ?> family) {
        this.choice = choice;
        this.family = family;
    }

    void added() {
        if (!told.get() && (adds.incrementAndGet() & (LOOK_EVERY - 1)) == 0) {
            look(choice.level());
        }
    }

    /** There was no room: that level is reached, however few adds there were. */
    void full() {
        look(0);
    }

    private void look(double level) {
        FamilyInfo info = family.info();
        if (info.memoryBytes() >= level * info.memoryBudget() && told.compareAndSet(false, true)) {
            tell(new CapacityEvent.BudgetReached(info.keys(), info.memoryBytes(), info.memoryBudget(), choice.level()));
        }
    }

    private void tell(CapacityEvent event) {
        try {
            choice.listener().onCapacity(event);
        } catch (Throwable thrown) {
            LOG.log(System.Logger.Level.ERROR, "a capacity listener failed at " + event, thrown);
        }
    }
}
