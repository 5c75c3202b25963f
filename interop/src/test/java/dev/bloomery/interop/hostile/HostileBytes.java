package dev.bloomery.interop.hostile;

import com.sun.management.ThreadMXBean;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignFilterException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Reads bytes that lie: each must be refused with a typed error, or be a filter that answers and writes the
 * bytes that were read; and neither may take more memory than twice the bytes and a mebibyte.
 */
final class HostileBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SLACK = 1 << 20;
    private static final int TRIES = 5;

    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** How often each exception was thrown, and how many filters there were. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    void read(Format format, String what, byte[] bytes) {
        readBy(format, what, bytes, false);
        if (format.hasStream()) {
            readBy(format, what + " by stream", bytes, true);
        }
    }

    private void readBy(Format format, String what, byte[] bytes, boolean stream) {
        long most = 2L * bytes.length + SLACK;
        try {
            long before = allocated();
            Object read;
            try {
                read = format.read(bytes, stream);
            } finally {
                if (allocated() - before > most) {
                    assertLittle(format + ", " + what, () -> format.read(bytes, stream), most);
                }
            }
            Format.use(read);
            if (read instanceof ForeignFilter<?> filter) {
                assertKeepsItself(filter, bytes, stream);
            }
            outcomes.merge("filter", 1, Integer::sum);
        } catch (ForeignFilterException refused) {
            outcomes.merge(refused.getClass().getSimpleName(), 1, Integer::sum);
        } catch (IOException | RuntimeException other) {
            throw new AssertionError(format + ", " + what + ": " + other, other);
        }
    }

    /**
     * What was read is written back bit for bit; the header of a split block filter may have been written in
     * a longer way.
     */
    private static void assertKeepsItself(ForeignFilter<?> filter, byte[] bytes, boolean stream) {
        byte[] own = filter.toBytes();
        boolean same = stream
                ? own.length <= bytes.length && Arrays.equals(own, Arrays.copyOf(bytes, own.length))
                : Arrays.equals(own, bytes);
        boolean otherHeader = filter.info().kindName().equals("parquet");
        if (!same && !otherHeader) {
            throw new AssertionError(filter + " writes other bytes than were read");
        }
    }

    /**
     * Some of several reads must take little: the first may have loaded classes, and the JVM counts too much
     * once in thousands of times.
     */
    static void assertLittle(String what, Callable<?> read, long most) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && least > most; i++) {
            long before = allocated();
            try {
                Object unused = read.call();
            } catch (ForeignFilterException refused) {
                // as the first time
            } catch (Exception other) {
                throw new AssertionError(what + ": " + other, other);
            }
            least = Math.min(least, allocated() - before);
        }
        if (least > most) {
            throw new AssertionError(what + ": " + least + " bytes allocated, " + most + " allowed");
        }
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
