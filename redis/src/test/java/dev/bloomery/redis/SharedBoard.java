package dev.bloomery.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that several processes of a machine share: for each key when its add has begun and when it has returned first, by a clock that all have, and counts. What is written here is seen by all at once.
 */
final class SharedBoard {
    static final int KEYS = 1 << 17;
    private static final int COUNTS = 64;
    private static final int LATEST = 1_024;
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer bytes;

    /** What is counted. */
    enum Count {
        LOOKUPS(0),
        NO(8),
        UNKNOWN(16),
        WRONG(24),
        ADDS(32),
        FAILED_ADDS(40),
        STOP(48),
        /** Keys whose adds have returned for the first time. */
        FIRST(56);

        private final int place;

        Count(int place) {
            this.place = place;
        }
    }

    SharedBoard(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * (COUNTS + 2L * KEYS + LATEST));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static int begun(int key) {
        return 8 * (COUNTS + 2 * key);
    }

    void begin(int key) {
        LONG.setVolatile(bytes, begun(key), 1L);
    }

    boolean hasBegun(int key) {
        return (long) LONG.getVolatile(bytes, begun(key)) != 0;
    }

    /** The add of the key has returned. */
    void returned(int key) {
        if (LONG.compareAndSet(bytes, begun(key) + 8, 0L, System.nanoTime())) {
            long number = (long) LONG.getAndAdd(bytes, Count.FIRST.place, 1L);
            LONG.setVolatile(bytes, latest(number), (long) key);
        }
    }

    private static int latest(long number) {
        return begun(KEYS) + 8 * (int) (number % LATEST);
    }

    /**
     * One of the keys whose adds have returned last: the later, the more often.
     *
     * @param chance from 0 to 1
     */
    int latest(double chance) {
        long count = get(Count.FIRST);
        long back = (long) (chance * chance * chance * Math.min(count, LATEST));
        return count == 0 ? 0 : (int) (long) LONG.getVolatile(bytes, latest(count - 1 - back));
    }

    /** Whether an add of the key has returned, for so long. */
    boolean hasReturned(int key, long nanos) {
        long time = (long) LONG.getVolatile(bytes, begun(key) + 8);
        return time != 0 && System.nanoTime() - time > nanos;
    }

    void count(Count what, long more) {
        long unused = (long) LONG.getAndAdd(bytes, what.place, more);
    }

    long get(Count what) {
        return (long) LONG.getVolatile(bytes, what.place);
    }
}
