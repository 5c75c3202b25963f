package dev.bloomery.internal.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.ClassicGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.PairedGeometry;
import dev.bloomery.internal.geometry.PartitionedGeometry;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that add the same keys at the same moment may all be told that a key was new: what is counted is never more than there were keys. */
class RacesTest {
    private static final long SEED = Seeds.orElse(99);
    private static final int KEYS = 60_000;
    private static final int THREADS = 3;

    static Stream<Geometry> geometries() {
        return Stream.of(
                new ClassicGeometry(KEYS * 20L, 14),
                new PartitionedGeometry(KEYS * 2L, 10),
                new BlockedGeometry(KEYS / 40, BlockShape.TWO_BY_THREE),
                new BlockedGeometry(KEYS / 30, BlockShape.FOUR_BY_THREE),
                new PairedGeometry(KEYS / 40, BlockShape.TWO_BY_THREE),
                new PairedGeometry(KEYS / 30, BlockShape.FOUR_BY_THREE));
    }

    @ParameterizedTest
    @MethodSource("geometries")
    @SuppressWarnings("ThreadPriorityCheck") // all go on at the same moment
    void addHash_sameKeysByThreadsInStep_countsNoneTwice(Geometry geometry) throws InterruptedException {
        BloomTable table = BloomTable.of(geometry, true);
        long[] hashes = new SplittableRandom(SEED).longs(KEYS).toArray();
        AtomicLong changes = new AtomicLong();
        AtomicInteger arrived = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Thread thread = new Thread(() -> {
                long changed = 0;
                for (int i = 0; i < KEYS; i++) {
                    if (i % 64 == 0) {
                        arrived.incrementAndGet();
                        while (arrived.get() < THREADS * (i / 64 + 1)) {
                            Thread.yield(); // until all of them are here
                        }
                    }
                    changed += table.addHash(hashes[i]) ? 1 : 0;
                }
                changes.addAndGet(changed);
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        BloomTable alone = BloomTable.of(geometry, false);
        long newAlone = 0;
        for (long hash : hashes) {
            newAlone += alone.addHash(hash) ? 1 : 0;
        }
        assertThat(alone.races()).isZero();
        assertThat(table.setBits()).isEqualTo(alone.setBits());
        assertThat(changes.get() - table.races())
                .as("%d changes, %d races, seed %d", changes.get(), table.races(), SEED)
                .isLessThanOrEqualTo(KEYS);
        assertThat(changes.get())
                .as("a new key is told to one of them at least")
                .isGreaterThanOrEqualTo(newAlone - 5);
    }
}
