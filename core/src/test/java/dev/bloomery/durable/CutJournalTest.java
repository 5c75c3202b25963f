package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.internal.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that was cut, or deleted, is never taken for what a crash leaves: it does not open, or has all that was acknowledged. */
class CutJournalTest {
    private static final int KEYS = 12;

    /** How a process left the directory. */
    enum Left {
        CLOSED,
        KILLED,
        /** Opened again after it was killed, and killed before the first operation. */
        KILLED_AND_OPENED,
        /** With a checkpoint in the middle, which could not be written: so the journal before it counts. */
        KILLED_AFTER_A_FAILED_CHECKPOINT
    }

    private static Path journal(int number) {
        return TestKind.DIRECTORY.resolve(String.format("journal-%020d.log", number));
    }

    private static JournaledFilter<Long> open(SimulatedDisk disk) throws IOException {
        return TestKind.COUNTING.in(disk).seed(TestKind.SEED).open();
    }

    /** Two journals, or three, with the keys from 0 on, all of them acknowledged. */
    private static SimulatedDisk left(Left how) throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);
        try (JournaledFilter<Long> first = open(disk)) {
            addFrom(0, first);
        }
        JournaledFilter<Long> second = open(disk);
        addFrom(KEYS / 2, second);
        switch (how) {
            case CLOSED -> second.close();
            case KILLED -> {}
            case KILLED_AND_OPENED -> {
                disk = disk.afterProcessDeath();
                open(disk);
            }
            case KILLED_AFTER_A_FAILED_CHECKPOINT -> {
                failCheckpoint(disk, second);
                second.add(1_000_001L);
            }
        }
        return disk.afterProcessDeath();
    }

    private static void addFrom(int first, JournaledFilter<Long> filter) {
        for (long key = first; key < first + KEYS / 2; key++) {
            filter.add(key);
        }
    }

    private static void failCheckpoint(SimulatedDisk disk, JournaledFilter<Long> filter) {
        disk.beforeEach((operation, file) -> {
            if (file.getFileName().toString().startsWith(".snapshot")) {
                throw new IOException("disk full");
            }
        });
        assertThatExceptionOfType(IOException.class).isThrownBy(filter::checkpoint);
        disk.beforeEach((operation, file) -> {});
    }

    private static List<Path> journals(SimulatedDisk disk) throws IOException {
        List<Path> journals = new ArrayList<>();
        for (String name : disk.names(TestKind.DIRECTORY)) {
            if (name.startsWith("journal-")) {
                journals.add(TestKind.DIRECTORY.resolve(name));
            }
        }
        return journals;
    }

    /** Whether it opens, and then with all keys. */
    private static boolean opensWithAll(SimulatedDisk changed, String what) throws IOException {
        try (JournaledFilter<Long> filter = open(changed)) {
            for (long key = 0; key < KEYS; key++) {
                assertThat(filter.mightContain(key)).as("key %d, %s", key, what).isTrue();
            }
            return true;
        } catch (DamagedJournalException expected) {
            assertThat(expected).hasMessageContaining("restore a copy of the whole directory");
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(Left.class)
    void open_anyJournalCutAtEveryLength_isRefusedOrHasAll(Left how) throws IOException {
        SimulatedDisk whole = left(how);
        assertThat(opensWithAll(whole.afterProcessDeath(), "as it was left")).isTrue();
        for (Path journal : journals(whole)) {
            byte[] content = whole.content(journal);
            int refused = 0;
            int reserved = lastRecordEnd(content) + 200;
            for (int length = 0; length < content.length; length += length < reserved ? 1 : 97) {
                SimulatedDisk cut = whole.afterProcessDeath();
                cut.overwrite(journal, Arrays.copyOf(content, length));
                refused += opensWithAll(cut, journal.getFileName() + " cut to " + length) ? 0 : 1;
            }
            assertThat(refused).as("cuts of %s", journal.getFileName()).isPositive();
        }
    }

    /** The refusal is not used up: a second try, of a process that was told nothing, is refused, too. */
    @Test
    void open_cutJournalAgain_isRefusedAgain() throws IOException {
        SimulatedDisk cut = left(Left.KILLED);
        byte[] content = cut.content(journal(1));
        cut.overwrite(journal(1), Arrays.copyOf(content, 200));
        for (int tries = 0; tries < 3; tries++) {
            assertThatExceptionOfType(DamagedJournalException.class)
                    .isThrownBy(() -> open(cut))
                    .withMessageContaining("journal 1 was cut after operation")
                    .withMessageContaining("operations that were acknowledged may be missing");
            assertThat(cut.content(journal(1))).isEqualTo(Arrays.copyOf(content, 200));
        }
    }

    @ParameterizedTest
    @EnumSource(Left.class)
    void open_anyJournalDeleted_isRefused(Left how) throws IOException {
        SimulatedDisk whole = left(how);
        for (Path journal : journals(whole)) {
            SimulatedDisk without = whole.afterProcessDeath();
            without.delete(journal);
            assertThat(opensWithAll(without, "without " + journal.getFileName()))
                    .as("without %s", journal.getFileName())
                    .isFalse();
        }
    }

    /** One that was cut where an earlier, given up successor begins. */
    @Test
    void open_cutWhereALeftoverBegins_isRefused() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);
        JournaledFilter<Long> filter = open(disk);
        addFrom(0, filter);
        int before = lastRecordEnd(disk.content(journal(0)));
        disk.beforeEach((operation, file) -> {
            if (file.equals(journal(1))) {
                throw new IOException("not now"); // it was renamed, and cannot be opened
            }
        });
        assertThatExceptionOfType(IOException.class).isThrownBy(filter::checkpoint);
        disk.beforeEach((operation, file) -> {});
        addFrom(KEYS / 2, filter);
        SimulatedDisk left = disk.afterProcessDeath();
        assertThat(left.exists(journal(1))).as("the leftover").isTrue();
        assertThat(opensWithAll(left.afterProcessDeath(), "as it was left")).isTrue();
        left.overwrite(journal(0), Arrays.copyOf(left.content(journal(0)), before));
        assertThat(opensWithAll(left, "cut")).isFalse();
    }

    private static int lastRecordEnd(byte[] content) {
        int end = content.length;
        while (content[end - 1] == 0) {
            end--;
        }
        return (end + 7) / 8 * 8;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void open_overAndOverWithoutAnOperation_leavesNoJournals(boolean closed) throws IOException {
        SimulatedDisk disk = left(Left.CLOSED);
        int files = 0;
        for (int opening = 0; opening < 200; opening++) {
            JournaledFilter<Long> filter = open(disk);
            if (closed) {
                filter.close();
            } else {
                disk = disk.afterProcessDeath();
            }
            int now = disk.names(TestKind.DIRECTORY).size();
            assertThat(now).as("after opening %d", opening).isLessThanOrEqualTo(opening == 0 ? now : files);
            files = now;
        }
        assertThat(opensWithAll(disk, "after all")).isTrue();
        assertThat(journals(disk)).hasSizeLessThanOrEqualTo(4);
    }
}
