package dev.bloomery.internal.bloom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bloomery.internal.bits.CounterPlanes;
import dev.bloomery.internal.bits.WriteVersions;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Readers beside a writer that takes counters from 7 to 8 and back all the time, where every plane changes: a key that is in
 * is seen, and not counted too low. The control does not ask whether a version stayed, and misses it.
 */
class CountingReadersTest {
    private static final long HASH = 0x123456789ABCDEF1L;
    private static final long NANOS = 100_000_000L;
    private static final long CONTROL_NANOS = 20_000_000_000L;

    static Stream<Arguments> tables() {
        return Stream.of(BlockShape.values())
                .flatMap(shape -> Stream.of(
                        Arguments.of(shape, 4, true),
                        Arguments.of(shape, 4, false),
                        Arguments.of(shape, 8, true),
                        Arguments.of(shape, 8, false)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void read_besideCountersThatPassAllPlanes_missesNoKey(BlockShape shape, int bits, boolean shared)
            throws InterruptedException {
        CountingTable table = CountingTable.of(new BlockedGeometry(1, shape), bits, shared);
        int copies = (1 << (bits - 1)) - 1; // 7 or 127: all planes but the highest
        for (int n = 0; n < copies; n++) {
            table.addHash(HASH);
        }
        boolean missed = isSeen(
                NANOS,
                () -> {
                    table.addHash(HASH);
                    table.removeIfPresent(HASH);
                },
                () -> !table.mightContainHash(HASH) || table.count(HASH) < copies);
        assertThat(missed).as("the key was missed or counted too low").isFalse();
        assertThat(table.count(HASH)).isEqualTo(copies);
    }

    /** Copies and conversions are of a moment, too. */
    @ParameterizedTest
    @MethodSource("tables")
    void wholeTable_besideCountersThatPassAllPlanes_losesNoKey(BlockShape shape, int bits, boolean shared)
            throws InterruptedException {
        BlockedGeometry geometry = new BlockedGeometry(1, shape);
        CountingTable table = CountingTable.of(geometry, bits, shared);
        int copies = (1 << (bits - 1)) - 1;
        for (int n = 0; n < copies; n++) {
            table.addHash(HASH);
        }
        boolean missed = isSeen(
                NANOS,
                () -> {
                    table.addHash(HASH);
                    table.removeIfPresent(HASH);
                },
                () -> {
                    CountingTable merged = CountingTable.of(geometry, bits, false);
                    return table.copy().count(HASH) < copies
                            || !table.toBloomTable().mightContainHash(HASH)
                            || merged.addFrom(table) != shape.probes()
                            || merged.count(HASH) < copies
                            || table.stuckCounters() != 0;
                });
        assertThat(missed).as("the key was lost or counted wrong").isFalse();
    }

    /** Written as the table writes, and read as it reads, but for the last question. */
    @Test
    void control_versionReadButNotComparedAfterwards_missesTheKey() throws InterruptedException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "two threads at the same time");
        CounterPlanes planes = CounterPlanes.of(1, 4);
        long[] versions = WriteVersions.of(1);
        long mask = 0x10401;
        for (int n = 0; n < 7; n++) {
            planes.increment(0, mask);
        }
        boolean missed = isSeen(
                CONTROL_NANOS,
                () -> {
                    long odd = WriteVersions.begin(versions, 0);
                    planes.increment(0, mask);
                    WriteVersions.end(versions, 0, odd);
                    odd = WriteVersions.begin(versions, 0);
                    planes.decrement(0, mask);
                    WriteVersions.end(versions, 0, odd);
                },
                () -> WriteVersions.read(versions, 0) >= 0 && (planes.used(0) & mask) != mask);
        assertThat(missed).as("the key was missed").isTrue();
    }

    /** Whether a reader sees the fault while another thread writes, within this time. */
    private static boolean isSeen(long nanos, Runnable write, BooleanSupplier fault) throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            while (!stop.get()) {
                for (int i = 0; i < 100; i++) {
                    write.run();
                }
            }
        });
        writer.start();
        boolean seen = false;
        try {
            long end = System.nanoTime() + nanos;
            while (!seen && System.nanoTime() < end) {
                for (int i = 0; i < 100; i++) {
                    seen |= fault.getAsBoolean();
                }
            }
        } finally {
            stop.set(true);
            writer.join();
        }
        return seen;
    }
}
