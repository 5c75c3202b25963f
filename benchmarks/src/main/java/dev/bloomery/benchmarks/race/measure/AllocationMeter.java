package dev.bloomery.benchmarks.race.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sums the bytes that threads allocate while they do what is measured. For adds: JMH's profiler would count the keys and the
 * filter, which are prepared in the same iteration.
 */
final class AllocationMeter {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final LongAdder bytes = new LongAdder();
    private final LongAdder operations = new LongAdder();

    /** Bytes that this thread has allocated so far. */
    static long now() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    void count(long allocatedBytes, long operationsDone) {
        bytes.add(allocatedBytes);
        operations.add(operationsDone);
    }

    void reset() {
        bytes.reset();
        operations.reset();
    }

    double bytesPerOperation() {
        return (double) bytes.sum() / operations.sum();
    }
}
