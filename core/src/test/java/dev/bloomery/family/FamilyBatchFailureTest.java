package dev.bloomery.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Batches of a family that is out of memory, whose disk fails, or that does not know an owner. */
class FamilyBatchFailureTest {
    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("family");
    private static final int MIB = 1 << 20;

    private static FamilyBuilder<Long, Long> builder() {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), 0.01).seed(Seed.of(5));
    }

    private static List<Long> keys(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    @Test
    void addAll_budgetUsedUp_isRefusedAndChangesNothing() {
        FilterFamily<Long, Long> family = builder().memoryBudget(MIB).build();
        family.addAll(1L, keys(0, 6)); // room for two more keys where they are
        long owner = 10;
        try {
            while (true) {
                family.addAll(owner, keys(0, 20));
                owner++;
            }
        } catch (FilterFullException full) {
            assertThat(full).hasMessageContaining("memoryBudget");
        }
        FamilyInfo before = family.info();
        assertThat(before.memoryBytes()).isBetween((long) MIB, MIB + 70_000L);
        assertThat(family.answerEach(owner, keys(0, 20))).containsOnly(FamilyAnswer.NO);

        assertThatThrownBy(() -> family.addAll(1L, keys(100, 105))).isInstanceOf(FilterFullException.class);
        assertThat(family.unseen(1L, keys(100, 105))).isEqualTo(keys(100, 105));
        assertThat(family.info()).isEqualTo(before);

        assertThat(family.addAll(1L, keys(0, 6))).as("all of them are in").isZero();
        assertThat(family.addAll(1L, keys(100, 102))).as("these need no memory").isEqualTo(2);
    }

    @Test
    void addAll_diskFails_changesNothing() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, Long> family = builder().open(DIRECTORY, disk);
        family.addAll(1L, keys(0, 10));
        family.checkpoint();
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.CREATE || operation == DiskOperation.APPEND) {
                throw new FileSystemException(file.toString(), null, "No space left on device");
            }
        });
        assertThatThrownBy(() -> family.addAll(1L, keys(100, 300))).isInstanceOf(UncheckedIOException.class);
        assertThat(family.mightContainEach(1L, keys(0, 10))).doesNotContain(false);
        assertThat(family.unseen(1L, keys(100, 300))).hasSizeGreaterThan(150);
        assertThat(family.info().keys()).isEqualTo(10);
        family.abandon();
        try (FilterFamily<Long, Long> again = builder().open(DIRECTORY, disk.afterProcessDeath())) {
            assertThat(again.answerEach(1L, keys(0, 10))).containsOnly(FamilyAnswer.MAYBE);
        }
    }

    @Test
    void batches_ofAnUnknownOwner_claimNothing() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, Long> before = builder().open(DIRECTORY, disk);
        before.addAll(1L, keys(0, 10));
        before.abandon(); // without a checkpoint, as in a crash
        try (FilterFamily<Long, Long> family = builder().open(DIRECTORY, disk.afterProcessDeath())) {
            long[] longs = LongStream.range(0, 20).toArray();
            assertThat(family.answerEach(1L, keys(0, 20))).containsOnly(FamilyAnswer.UNKNOWN);
            assertThat(family.mightContainEach(1L, keys(0, 20))).doesNotContain(false);
            assertThat(family.mightContainEachLong(1L, longs)).doesNotContain(false);
            assertThat(family.unseen(1L, keys(0, 20))).isEmpty();
            assertThat(family.unseenLongs(1L, longs)).isEmpty();
            assertThat(family.addAll(1L, keys(0, 20))).isZero();
            assertThat(family.answerEach(1L, keys(0, 20))).containsOnly(FamilyAnswer.UNKNOWN);

            family.replace(1L, keys(0, 10));
            assertThat(family.unseen(1L, keys(0, 10))).isEmpty();
            assertThat(family.unseen(1L, keys(10, 20))).isNotEmpty();
        }
    }

    /** The record is brought back, changed, and written again; the log has no more of it than before. */
    @Test
    void addAll_spilledOwners_keepsEveryKey() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        long owners = 20_000;
        try (FilterFamily<Long, Long> family = builder().memoryBudget(MIB).open(DIRECTORY, disk)) {
            for (long batch = 0; batch < 3; batch++) {
                List<Long> keys = keys(20 * batch, 20 * batch + 20);
                for (long owner = 0; owner < owners; owner++) {
                    family.addAll(owner, keys);
                }
            }
            FamilyInfo info = family.info();
            assertThat(info.owners()).isEqualTo(owners);
            assertThat(info.returns()).isGreaterThan(owners / 2);
            assertThat(info.memoryBytes()).isLessThan(MIB + 70_000L);
        }
        try (FilterFamily<Long, Long> family = builder().memoryBudget(MIB).open(DIRECTORY, disk.afterProcessDeath())) {
            List<Long> keys = keys(0, 60);
            for (long owner = 0; owner < owners; owner++) {
                if (!List.of(family.answerEach(owner, keys)).equals(Collections.nCopies(60, FamilyAnswer.MAYBE))) {
                    throw new AssertionError("owner " + owner + " lost a key");
                }
            }
        }
    }

    @Test
    void batches_nullOrNothing_areRefusedOrDoNothing() throws IOException {
        FilterFamily<Long, Long> family = builder().build();
        List<Long> withNull = Arrays.asList(1L, null);
        assertThatNullPointerException()
                .isThrownBy(() -> family.addAll(1L, withNull))
                .withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> family.unseen(1L, withNull))
                .withMessage("key");
        assertThat(family.addAll(1L, List.of())).isZero();
        assertThat(family.addAllLongs(1L, new long[0])).isZero();
        assertThat(family.owners()).isZero();
        assertThat(family.mightContainEach(1L, List.of())).isEmpty();
        family.close();
        assertThatThrownBy(() -> family.addAll(1L, keys(0, 1))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> family.unseen(1L, keys(0, 1))).isInstanceOf(IllegalStateException.class);
    }
}
