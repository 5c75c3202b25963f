package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.bloom.BloomVariant;
import dev.bloomery.testkit.counting.CountingVariant;
import dev.bloomery.testkit.cuckoo.CuckooVariant;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A snapshot taken while others add has every key whose add had returned before. */
class SnapshotWhileAddingTest {
    private static final int WRITERS = 2;
    private static final int KEYS = 150_000; // of each writer
    private static final KeyEncoder<Long> LONGS = KeyEncoder.int64();

    static Stream<Arguments> filters() {
        Seed seed = Seed.of(Seeds.base(), 5);
        long capacity = (long) WRITERS * KEYS;
        return Stream.concat(
                Stream.of(
                        Arguments.of(
                                "scalable",
                                Filters.scalableBloom(LONGS)
                                        .targetFpp(0.001)
                                        .firstCapacity(1_000)
                                        .seed(seed)
                                        .build()),
                        Arguments.of("cuckoo", new CuckooVariant(0.001, false, false).build(LONGS, capacity, seed)),
                        Arguments.of(
                                "counting",
                                new CountingVariant(new BloomVariant(Layout.BLOCKED, 0.001, false, false), 4)
                                        .build(LONGS, capacity, seed))),
                Stream.of(Layout.CLASSIC, Layout.BLOCKED, Layout.PAIRED)
                        .map(layout -> Arguments.of(
                                "bloom " + layout,
                                new BloomVariant(layout, 0.001, false, false).build(LONGS, capacity, seed))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("filters")
    void snapshot_othersAdd_hasWhatWasAddedBefore(String name, AddableFilter<Long> filter)
            throws IOException, InterruptedException {
        List<AtomicLong> added = Stream.generate(AtomicLong::new).limit(WRITERS).toList();
        List<Thread> writers = Stream.iterate(0, i -> i + 1)
                .limit(WRITERS)
                .map(i -> new Thread(() -> addAll(filter, i, added.get(i))))
                .toList();
        writers.forEach(Thread::start);
        int snapshots = 0;
        boolean complete = false;
        while (!complete) {
            long[] before = added.stream().mapToLong(AtomicLong::get).toArray();
            complete = before[0] + before[1] == (long) WRITERS * KEYS;
            MembershipFilter<Long> loaded =
                    Filters.load(LONGS).from(SnapshotSample.bytesOf(filter)).any();
            for (int i = 0; i < WRITERS; i++) {
                for (long key = 0; key < before[i]; key++) {
                    if (!loaded.mightContain(i + WRITERS * key)) {
                        throw new AssertionError(name + ": key " + key + " of " + before[i] + " of writer " + i
                                + " is lost in snapshot " + snapshots + ", " + Seeds.describe());
                    }
                }
            }
            snapshots++;
        }
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(snapshots).as("snapshots, the last one when all was added").isPositive();
    }

    private static void addAll(AddableFilter<Long> filter, int writer, AtomicLong added) {
        for (long key = 0; key < KEYS; key++) {
            boolean unused = filter.add(writer + WRITERS * key);
            added.set(key + 1);
        }
    }
}
