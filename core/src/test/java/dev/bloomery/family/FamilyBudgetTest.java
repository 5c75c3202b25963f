package dev.bloomery.family;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.api.Test;

/** What a family does when its memory budget is used up. */
class FamilyBudgetTest {
    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("family");
    private static final int MIB = 1 << 20;

    private static FamilyBuilder<Long, Long> builder() {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), 0.01).seed(Seed.of(5));
    }

    @Test
    void add_budgetUsedUpWithoutADirectory_isRefusedAndChangesNothing() {
        FilterFamily<Long, Long> family = builder().memoryBudget(MIB).build();
        long owner = 0;
        try {
            while (true) {
                family.add(owner, owner);
                owner++;
            }
        } catch (FilterFullException full) {
            assertThat(full).hasMessageContaining("memoryBudget");
        }
        long refused = owner;
        assertThat(refused).isGreaterThan(10_000);
        assertThat(family.info().memoryBytes()).isBetween((long) MIB, MIB + 70_000L);
        assertThat(family.owners()).isEqualTo(refused);
        assertThat(family.answer(refused, refused)).isEqualTo(FamilyAnswer.NO);
        for (long i = 0; i < refused; i++) {
            assertThat(family.mightContain(i, i)).isTrue();
        }
        assertThat(family.add(5L, 5L)).as("needs no memory").isFalse();
        for (long i = 0; i < refused; i++) {
            family.drop(i);
        }
        assertThat(family.add(refused, refused)).as("there is room again").isTrue();
    }

    @Test
    void add_moreThanTheBudget_spillsAndKeepsEveryKey() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, Long> family = builder().memoryBudget(MIB).open(DIRECTORY, disk);
        long owners = 60_000;
        for (long key = 0; key < 5; key++) {
            for (long owner = 0; owner < owners; owner++) {
                family.add(owner, key);
            }
        }
        FamilyInfo info = family.info();
        assertThat(info.owners()).isEqualTo(owners);
        assertThat(info.ownersSpilled()).isGreaterThan(owners / 2);
        assertThat(info.memoryBytes()).isLessThan(MIB + 70_000L);
        assertThat(info.logBytes()).as("the log is compacted").isLessThan(owners * 5 * 32 / 2);
        for (long owner = 0; owner < owners; owner++) {
            for (long key = 0; key < 5; key++) {
                assertThat(family.answer(owner, key)).isEqualTo(FamilyAnswer.MAYBE);
            }
        }
        assertThat(family.info().returns()).isPositive();
        family.close();
    }

    /** Owners that are asked for again and again stay, while others come and go. */
    @Test
    void answer_ownersAskedForAllTheTime_stayInMemory() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, Long> family = builder().memoryBudget(MIB).open(DIRECTORY, disk);
        for (long owner = 0; owner < 50_000; owner++) {
            family.add(owner, 1L);
        }
        long returns = 0;
        for (long round = 0; round < 20_000; round++) {
            boolean unused = family.mightContain(20_000 + round, 1L);
            long before = family.info().returns();
            boolean unusedToo = family.mightContain(round % 50, 1L);
            returns += round > 5_000 ? family.info().returns() - before : 0;
        }
        assertThat(returns).isLessThan(15);
        family.close();
    }

    /** A disk that takes nothing more: what cannot be spilled stays, nothing is lost, nothing is changed. */
    @Test
    void add_diskFails_changesNothing() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, Long> family = builder().memoryBudget(MIB).open(DIRECTORY, disk);
        for (long owner = 0; owner < 10_000; owner++) {
            family.add(owner, 1L);
        }
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.CREATE || operation == DiskOperation.APPEND) {
                throw new FileSystemException(file.toString(), null, "No space left on device");
            }
        });
        long owner = 10_000;
        UncheckedIOException failed = null;
        while (failed == null) {
            try {
                family.add(owner, 1L);
                owner++;
            } catch (UncheckedIOException expected) {
                failed = expected;
            }
        }
        assertThat(failed).hasRootCauseInstanceOf(FileSystemException.class);
        assertThat(family.owners()).isEqualTo(owner);
        for (long i = 0; i < owner; i++) {
            assertThat(family.answer(i, 1L)).isEqualTo(FamilyAnswer.MAYBE);
        }
        assertThat(family.answer(owner, 1L)).isEqualTo(FamilyAnswer.NO);
        assertThatThrownBy(family::close).isInstanceOf(IOException.class);
        try (FilterFamily<Long, Long> again = builder().open(DIRECTORY, disk.afterProcessDeath())) {
            for (long i = 0; i < owner; i++) {
                assertThat(again.mightContain(i, 1L)).isTrue();
            }
        }
    }

    @Test
    void builder_wrongValues_areRefused() {
        assertThatThrownBy(() -> builder().memoryBudget(1_000)).hasMessageContaining("1 MiB");
        assertThatThrownBy(() -> FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), 1e-10))
                .hasMessageContaining("1.0E-9");
        assertThatThrownBy(() -> FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), 1.5))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
