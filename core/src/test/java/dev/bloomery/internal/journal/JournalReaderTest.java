package dev.bloomery.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.file.JournalException;
import dev.bloomery.file.JournalTooNewException;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalReaderTest {
    private static final List<Long> ALL = List.of(11L, 12L, 13L, -12L, 0L, 14L, 15L, -11L);

    /** All records, and some of what is reserved. */
    private static final int FLIPPED_BYTES = 480;

    /** Operations that some later record says to be synced. */
    private static final int SYNCED = 6;

    /** A journal of several records, synced in the middle. */
    private static byte[] journal(boolean closed) throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(Written.DIRECTORY);
        Journal journal = Written.begin(disk);
        Written.add(journal, 11);
        Written.add(journal, 12);
        journal.commit(journal.appended());
        Written.add(journal, 13);
        Written.remove(journal, 12);
        journal.lock(1);
        journal.appendClear();
        journal.unlock();
        Written.add(journal, 14);
        journal.commit(journal.appended());
        Written.add(journal, 15);
        Written.remove(journal, 11);
        journal.write();
        if (closed) {
            journal.close();
        }
        return disk.content(Written.FILE);
    }

    @Test
    void read_wholeJournal_givesAllOperations() throws IOException {
        for (boolean closed : new boolean[] {false, true}) {
            Written written = new Written();
            JournalEnd end = Written.read(journal(closed), written);
            assertThat(written.operations).isEqualTo(ALL);
            assertThat(end.closed()).isEqualTo(closed);
        }
    }

    @Test
    void read_cutAtEveryLength_givesTheOperationsBefore() throws IOException {
        byte[] whole = journal(true);
        int before = 0;
        for (int length = JournalFormat.HEADER_BYTES; length < whole.length; length++) {
            Written written = new Written();
            JournalEnd end = Written.read(Arrays.copyOf(whole, length), written);
            assertThat(written.operations).isEqualTo(ALL.subList(0, written.operations.size()));
            assertThat(written.operations.size()).isGreaterThanOrEqualTo(before);
            assertThat(end.closed()).isFalse();
            assertThat(end.cut()).isTrue();
            assertThat(end.operations()).isEqualTo(written.operations.size());
            before = written.operations.size();
        }
        assertThat(before).as("only the mark of the close is missing").isEqualTo(ALL.size());
    }

    /** After a crash, not a close: what can be cut off without a trace is what was reserved. */
    @Test
    void read_openJournalCutAtEveryLength_showsItOrLosesNothing() throws IOException {
        byte[] whole = journal(false);
        int unnoticed = 0;
        for (int length = JournalFormat.HEADER_BYTES; length < whole.length; length++) {
            Written written = new Written();
            JournalEnd end = Written.read(Arrays.copyOf(whole, length), written);
            if (!end.cut()) {
                assertThat(written.operations).as("length %d", length).isEqualTo(ALL);
                unnoticed++;
            }
        }
        assertThat(unnoticed).as("the reserve itself").isPositive();
        assertThat(Written.read(whole, new Written()).cut()).isFalse();
    }

    /** Hashes of a record look like what is reserved. */
    @Test
    void read_recordOfZerosCutAtEveryLength_showsIt() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(Written.DIRECTORY);
        Journal journal = Written.begin(disk);
        journal.lock(40);
        journal.append(RecordType.ADD, new long[40], 0, 40);
        journal.unlock();
        journal.commit(journal.appended());
        byte[] whole = disk.content(Written.FILE);
        int end = JournalFormat.HEADER_BYTES + JournalFormat.recordBytes(40);
        for (int length = JournalFormat.HEADER_BYTES; length <= end; length++) {
            JournalEnd cut = Written.read(Arrays.copyOf(whole, length), new Written());
            assertThat(cut.cut()).as("length %d", length).isTrue();
        }
    }

    @Test
    void header_cutAtEveryLength_isNone() throws IOException {
        byte[] whole = journal(true);
        for (int length = 0; length < JournalFormat.HEADER_BYTES; length++) {
            SimulatedDisk disk = SimulatedDisk.with(Written.DIRECTORY).put(Written.FILE, Arrays.copyOf(whole, length));
            try (DiskFile file = disk.openToRead(Written.FILE)) {
                assertThat(JournalHeader.read(file, "journal")).isEmpty();
            }
        }
    }

    /** The close says that all was synced: whatever bit flips, an operation cannot get lost unnoticed. */
    @Test
    void read_everyBitFlipOfAClosedJournal_isNoticedOrLosesNothing() throws IOException {
        assertFlips(journal(true), ALL.size());
    }

    @Test
    void read_everyBitFlipOfAnOpenJournal_isNoticedOrLosesNothingSynced() throws IOException {
        assertFlips(journal(false), SYNCED);
    }

    private static void assertFlips(byte[] whole, int synced) throws IOException {
        int noticed = 0;
        int shorter = 0;
        for (int bit = 0; bit < 8 * Math.min(whole.length, FLIPPED_BYTES); bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            Written written = new Written();
            try {
                Written.read(flipped, written);
                assertThat(written.operations)
                        .as("bit %d", bit)
                        .isEqualTo(ALL.subList(0, written.operations.size()))
                        .hasSizeGreaterThanOrEqualTo(synced);
                shorter++;
            } catch (JournalException expected) {
                noticed++;
            }
        }
        assertThat(noticed).isPositive();
        assertThat(shorter).isPositive();
    }

    /** The control: readers that take every tear for a crash lose what was synced. */
    @Test
    void read_flipWithoutTheMarksOfSyncs_wouldLoseOperations() throws IOException {
        byte[] flipped = journal(true);
        flipped[JournalFormat.HEADER_BYTES + JournalFormat.RECORD_HEADER_BYTES] ^= 1;
        assertThatExceptionOfType(DamagedJournalException.class)
                .isThrownBy(() -> Written.read(flipped, new Written()))
                .withMessageContaining("journal is damaged at byte 64")
                .withMessageContaining("restore a copy");
        int firstRecord = JournalFormat.recordBytes(2);
        byte[] alone = Arrays.copyOf(flipped, JournalFormat.HEADER_BYTES + firstRecord);
        Written written = new Written();
        assertThat(Written.read(alone, written).tornBytes()).isEqualTo(firstRecord);
        assertThat(written.operations).isEmpty();
    }

    @Test
    void read_recordOfAnotherJournal_isNotOfThisOne() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(Written.DIRECTORY);
        JournalHeader other = new JournalHeader(6, 100, 0xC0FFEE, false);
        Journal journal = new Journal(Written.create(disk, Written.FILE, other), other, System::nanoTime);
        Written.add(journal, 1);
        journal.close();
        byte[] mixed = disk.content(Written.FILE);
        Written.HEADER.encoded().get(mixed, 0, JournalFormat.HEADER_BYTES);
        Written written = new Written();
        Written.read(mixed, written);
        assertThat(written.operations).isEmpty();
    }

    @Test
    void header_laterVersion_isTooNew() throws IOException {
        byte[] later = journal(true);
        ByteBuffer bytes = ByteBuffer.wrap(later).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(8, (short) 2);
        bytes.putInt(JournalFormat.HEADER_CRC_AT, JournalFormat.crc(bytes, 0, JournalFormat.HEADER_CRC_AT));
        assertThatExceptionOfType(JournalTooNewException.class)
                .isThrownBy(() -> Written.read(later, new Written()))
                .withMessageContaining("later release");
    }

    @Test
    void header_otherFile_isDamagedUnlessItIsShort() throws IOException {
        assertThatExceptionOfType(DamagedJournalException.class)
                .isThrownBy(() -> Written.read(new byte[65], new Written()));
    }

    /** Counts that a hostile file may state: nothing is allocated for them beyond the file's own size. */
    @Test
    void read_hostileCount_isATear() throws IOException {
        byte[] whole = journal(false);
        for (int count :
                new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, JournalFormat.MAX_HASHES + 1, 1 << 16, 0}) {
            byte[] hostile = Arrays.copyOf(whole, JournalFormat.HEADER_BYTES + JournalFormat.recordBytes(2));
            ByteBuffer bytes = ByteBuffer.wrap(hostile).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(JournalFormat.HEADER_BYTES + 4, count);
            Written written = new Written();
            Written.read(hostile, written);
            assertThat(written.operations).isEmpty();
        }
    }
}
