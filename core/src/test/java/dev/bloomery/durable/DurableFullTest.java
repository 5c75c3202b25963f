package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.AddResult;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters at their limits: what was taken once is never refused by a replay, and what was refused does not come back. */
class DurableFullTest {
    private final SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);

    /** Adds until there is no room, removes and adds again: the replay ends with the same slots. */
    @ParameterizedTest
    @EnumSource(
            value = TestKind.class,
            names = {"COUNTING", "CUCKOO"})
    void replay_nearFull_endsWithTheSameBits(TestKind kind) throws IOException {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(5));
        SimulatedDisk now = disk;
        DurableRemovableFilter<Long> filter = open(kind, now);
        List<Long> members = new ArrayList<>();
        int refused = 0;
        for (int step = 0; step < 6_000; step++) {
            long key = random.nextLong();
            if (random.nextInt(5) < 3 || members.isEmpty()) {
                AddResult result = filter.tryAdd(key);
                if (result == AddResult.FULL) {
                    refused++;
                } else {
                    members.add(key);
                }
            } else {
                assertThat(filter.remove(members.remove(random.nextInt(members.size()))))
                        .isTrue();
            }
            if (step % 500 == 499) {
                byte[] before = TestKind.bits(filter);
                now = now.afterProcessDeath();
                filter = open(kind, now);
                assertThat(TestKind.bits(filter)).as("step %d", step).isEqualTo(before);
            }
        }
        assertThat(refused).isEqualTo(kind == TestKind.CUCKOO ? refused : 0);
        if (kind == TestKind.CUCKOO) {
            assertThat(refused).isPositive();
        }
    }

    private static DurableRemovableFilter<Long> open(TestKind kind, SimulatedDisk disk) throws IOException {
        return (DurableRemovableFilter<Long>) kind.in(disk).seed(TestKind.SEED).open();
    }

    @ParameterizedTest
    @EnumSource(TestKind.class)
    void open_thatRejects_hasWhatWasTakenBefore(TestKind kind) throws IOException {
        JournaledFilter<Long> filter = kind.in(disk)
                .seed(TestKind.SEED)
                .sync(SyncPolicy.onClose())
                .whenFull(CapacityPolicy.WARN)
                .open();
        List<Long> taken = new ArrayList<>();
        for (long key = 0; key < 1_200; key++) {
            if (filter.tryAdd(key) != AddResult.FULL) {
                taken.add(key);
            }
        }
        filter.close();
        JournaledFilter<Long> rejecting =
                kind.in(disk).whenFull(CapacityPolicy.REJECT).open();
        for (long key : taken) {
            assertThat(rejecting.mightContain(key)).isTrue();
        }
        if (kind != TestKind.SCALABLE) {
            long refused = 0;
            for (long key = 10_000; key < 10_100; key++) {
                refused += rejecting.tryAdd(key) == AddResult.FULL ? 1 : 0;
            }
            assertThat(refused).isGreaterThan(50);
        }
        byte[] before = TestKind.bits(rejecting);
        rejecting.close();
        try (JournaledFilter<Long> again =
                kind.in(disk).whenFull(CapacityPolicy.REJECT).open()) {
            assertThat(TestKind.bits(again)).isEqualTo(before);
        }
    }

    @Test
    void listener_thatUsesTheFilter_isCalledWithoutALock() throws IOException {
        List<CapacityEvent> heard = new ArrayList<>();
        List<JournaledFilter<Long>> opened = new ArrayList<>();
        JournaledFilter<Long> filter = TestKind.SCALABLE
                .in(disk)
                .seed(TestKind.SEED)
                .onCapacity(event -> {
                    heard.add(event);
                    opened.get(0).add(-1L - heard.size());
                })
                .open();
        opened.add(filter);
        for (long key = 0; key < 200; key++) {
            filter.add(key);
        }
        assertThat(heard).hasSizeGreaterThan(2).allMatch(event -> event instanceof CapacityEvent.Grown);
        byte[] before = TestKind.bits(filter);
        filter.close();
        try (JournaledFilter<Long> reopened = TestKind.SCALABLE.in(disk).open()) {
            assertThat(TestKind.bits(reopened)).isEqualTo(before);
        }
    }
}
