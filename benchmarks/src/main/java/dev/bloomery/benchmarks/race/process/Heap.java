package dev.bloomery.benchmarks.race.process;

import com.sun.management.OperatingSystemMXBean;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.race.task.Task;
import java.lang.management.ManagementFactory;

/** How much heap a process gets: ample for its keys, so that no contestant is slowed down by collections of garbage. */
public final class Heap {
    private static final long MEGA = 1 << 20;
    private static final long BASE_FOR_LONGS = 1024;
    private static final long BASE_FOR_URLS = 2560;
    private static final double FLOOR_BYTES_PER_KEY = 4;
    private static final double MOST_OF_MEMORY = 0.85;

    private Heap() {}

    public static long megabytes(Task task) {
        double perKey = task.isFloor()
                ? FLOOR_BYTES_PER_KEY
                : Contestants.named(task.contestant()).heapBytesPerKey(task.keyType());
        return base(task.keyType()) + (long) (task.keys() * perKey / MEGA);
    }

    /** Of a process that calibrates with a million keys. */
    public static long megabytesToCalibrate(KeyType type) {
        return base(type);
    }

    private static long base(KeyType type) {
        return type == KeyType.LONG ? BASE_FOR_LONGS : BASE_FOR_URLS;
    }

    public static boolean fits(long megabytes) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return megabytes < system.getTotalMemorySize() / MEGA * MOST_OF_MEMORY;
    }
}
