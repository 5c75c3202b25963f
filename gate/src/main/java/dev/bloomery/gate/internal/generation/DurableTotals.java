package dev.bloomery.gate.internal.generation;

import dev.bloomery.info.DurableStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** What all durable filters of a gate have done on their disk, those included that were replaced. It holds none that has ended. */
final class DurableTotals {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Supplier<DurableStatistics>> open = new ArrayList<>(); // guarded by lock
    private SummedStatistics ended = SummedStatistics.NOTHING; // guarded by lock

    /** The same filter; from now on until it is closed, and for what it has done then, it is among them. */
    <K> DurableFilterHandle<K> including(DurableFilterHandle<K> opened) {
        Supplier<DurableStatistics> statistics = opened.statistics();
        lock.lock();
        try {
            open.add(statistics);
        } finally {
            lock.unlock();
        }
        return opened.closedBy(() -> {
            try {
                opened.close().run();
            } finally {
                end(statistics);
            }
        });
    }

    private void end(Supplier<DurableStatistics> statistics) {
        lock.lock();
        try {
            if (open.remove(statistics)) {
                ended = ended.plus(statistics.get());
            }
        } finally {
            lock.unlock();
        }
    }

    DurableStatistics sum() {
        lock.lock();
        try {
            SummedStatistics sum = ended;
            for (Supplier<DurableStatistics> statistics : open) {
                sum = sum.plus(statistics.get());
            }
            return sum;
        } finally {
            lock.unlock();
        }
    }
}
