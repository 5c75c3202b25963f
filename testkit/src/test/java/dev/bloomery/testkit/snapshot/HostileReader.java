package dev.bloomery.testkit.snapshot;

import com.sun.management.ThreadMXBean;
import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.SnapshotBytes;
import dev.bloomery.testkit.SnapshotWay;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Reads snapshots that lie, by array, stream and file: each must be refused with a typed error, or be a filter that answers and whose own
 * snapshot is the one that was read; and neither may take more memory than twice the bytes and a mebibyte. As a program it reads all
 * or some of them, for a small heap.
 */
final class HostileReader {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SLACK = 1 << 20;
    private static final int TRIES = 5;

    private final Path file;
    private final List<SnapshotWay> ways;
    private final KeyEncoder<Long> encoder;
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** @param file may be written */
    HostileReader(Path file) {
        this(file, List.of(SnapshotWay.ARRAY, SnapshotWay.STREAM, SnapshotWay.FILE), KeyEncoder.int64());
    }

    HostileReader(Path file, List<SnapshotWay> ways, KeyEncoder<Long> encoder) {
        this.file = file;
        this.ways = ways;
        this.encoder = encoder;
    }

    /** How often each exception was thrown, and how many filters there were. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    void read(String what, byte[] bytes) {
        for (SnapshotWay way : ways) {
            try {
                MembershipFilter<Long> filter = load(what, way, bytes);
                count("filter");
                ask(filter);
                assertKeepsItself(what, filter, bytes);
            } catch (SnapshotException refused) {
                count(refused.getClass().getSimpleName());
            } catch (IOException | RuntimeException other) {
                throw new AssertionError(what + " by " + way + ": " + other, other);
            }
        }
    }

    private void count(String outcome) {
        outcomes.merge(outcome, 1, Integer::sum);
    }

    private MembershipFilter<Long> load(String what, SnapshotWay way, byte[] bytes) throws IOException {
        long most = 2L * bytes.length + SLACK;
        long before = allocated();
        try {
            return way.load(Filters.load(encoder), bytes, file);
        } finally {
            long allocated = allocated() - before;
            if (allocated > most) {
                assertLittle(what + " by " + way, () -> way.load(Filters.load(encoder), bytes, file), most);
            }
        }
    }

    /**
     * Some of several loads must take little. The first may have loaded classes, and the JVM counts up to half a megabyte too much once in
     * thousands of times while others allocate; a reader that believes a length takes the memory every time.
     */
    static void assertLittle(String what, Callable<?> load, long most) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && least > most; i++) {
            long before = allocated();
            try {
                Object unused = load.call();
            } catch (SnapshotException refused) {
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

    /** Bytes that this thread has allocated. */
    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static void ask(MembershipFilter<Long> filter) {
        Long[] keys = new Long[300];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (long) i;
        }
        boolean[] answers = filter.mightContainEach(keys);
        for (int i = 0; i < keys.length; i++) {
            if (answers[i] != filter.mightContain(keys[i])) {
                throw new AssertionError("key " + i + " is answered otherwise alone");
            }
        }
        String unused = filter.info().toString();
    }

    /**
     * A spec, also that of a slice, may be written in several ways, and the filter writes the usual one; a count that is too low for the bits
     * becomes theirs; a file that does not say its encoder gets the one it was opened with. Then its bits must be the same, and its own snapshot is the measure.
     */
    private void assertKeepsItself(String what, MembershipFilter<Long> filter, byte[] bytes) throws IOException {
        byte[] own = SnapshotSample.bytesOf(filter);
        SnapshotBytes read = SnapshotBytes.of(bytes);
        SnapshotBytes written = SnapshotBytes.of(own);
        boolean usual = read.spec().equals(written.spec())
                && Arrays.equals(read.state(), written.state())
                && Arrays.equals(read.encoder(), written.encoder());
        byte[] again = SnapshotSample.bytesOf(Filters.load(encoder).from(own).any());
        if (!Arrays.equals(own, usual ? bytes : again) || !Arrays.equals(read.body(), written.body())) {
            throw new AssertionError(what + ": its own snapshot differs");
        }
    }

    /** Broken on purpose: makes room for as many bytes as the header says. */
    private static void believe(String what, byte[] bytes) {
        long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(SnapshotBytes.FILE_LENGTH);
        byte[] room = new byte[(int) Math.max(0, Math.min(length, 1 << 30))];
        System.out.println(what + ": " + room.length + " bytes");
    }

    /**
     * Reads each of so many small ones, and all large ones.
     *
     * @param arguments the number; and {@code believing} to be broken
     */
    public static void main(String[] arguments) throws IOException {
        int each = Integer.parseInt(arguments[0]);
        Path file = Files.createTempFile("hostile", ".flt");
        try {
            HostileReader reader = new HostileReader(file);
            BiConsumer<String, byte[]> read = arguments.length > 1 ? HostileReader::believe : reader::read;
            AtomicInteger number = new AtomicInteger();
            for (SnapshotSample sample : SnapshotSample.all()) {
                HostileSnapshots.of(sample.bytes(), (what, bytes) -> {
                    if (number.getAndIncrement() % each == 0) {
                        read.accept(what, bytes);
                    }
                });
            }
            HostileSnapshots.large(read);
            System.out.println(reader.outcomes());
        } finally {
            Files.delete(file);
        }
    }
}
