package dev.bloomery.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.FaultyDisk;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JournalTest {
    private final SimulatedDisk disk = SimulatedDisk.with(Written.DIRECTORY);

    @Test
    void append_allTypes_isReadBackInOrder() throws IOException {
        Journal journal = Written.begin(disk);
        Written.add(journal, 1);
        Written.add(journal, 2);
        Written.remove(journal, 1);
        journal.lock(1);
        journal.appendClear();
        journal.unlock();
        Written.add(journal, 3);
        assertThat(journal.appended()).isEqualTo(105);
        journal.close();
        Written written = new Written();
        JournalEnd end = Written.read(disk, written);
        assertThat(written.operations).containsExactly(1L, 2L, -1L, 0L, 3L);
        assertThat(end.operations()).isEqualTo(5);
        assertThat(end.next()).isEqualTo(105);
        assertThat(end.closed()).isTrue();
        assertThat(end.tornBytes()).isZero();
        assertThat(end.bytes()).isEqualTo(disk.content(Written.FILE).length);
    }

    @Test
    void append_largeBatches_areCutIntoRecords() throws IOException {
        Journal journal = Written.begin(disk);
        long[] hashes = LongStream.rangeClosed(1, Journal.MAX_OPERATIONS).toArray();
        List<Long> expected = new ArrayList<>();
        Written.add(journal, 77); // the first batch goes on in its record
        expected.add(77L);
        for (int round = 0; round < 4; round++) { // more than both buffers hold
            journal.lock(hashes.length);
            journal.append(RecordType.ADD, hashes, 0, hashes.length);
            journal.unlock();
            LongStream.of(hashes).forEach(expected::add);
        }
        journal.lock(3);
        journal.append(RecordType.ADD, hashes, 5, 8);
        journal.unlock();
        expected.addAll(List.of(6L, 7L, 8L));
        journal.close();
        Written written = new Written();
        Written.read(disk, written);
        assertThat(written.operations).isEqualTo(expected);
    }

    @Test
    void takeBackLast_oneOfMany_isNotWritten() throws IOException {
        Journal journal = Written.begin(disk);
        journal.lock(1);
        journal.append(RecordType.ADD, 5);
        journal.takeBackLast();
        journal.unlock();
        assertThat(journal.appended()).isEqualTo(100);
        Written.add(journal, 6);
        journal.lock(1);
        journal.append(RecordType.ADD, 7);
        journal.takeBackLast();
        journal.append(RecordType.REMOVE, 8);
        journal.takeBackLast();
        journal.unlock();
        Written.add(journal, 9);
        journal.close();
        Written written = new Written();
        assertThat(Written.read(disk, written).operations()).isEqualTo(2);
        assertThat(written.operations).containsExactly(6L, 9L);
    }

    @Test
    void takeBackLast_everything_leavesNothingToCommit() throws IOException {
        Journal journal = Written.begin(disk);
        journal.lock(1);
        journal.append(RecordType.ADD, 5);
        long seenByAnother = journal.appended();
        journal.takeBackLast();
        journal.unlock();
        journal.commit(seenByAnother); // does not wait for an operation that never was
        assertThat(journal.synced()).isEqualTo(100);
    }

    @Test
    void commit_whatWasAppended_survivesAPowerLoss() throws IOException {
        Journal journal = Written.begin(disk);
        disk.syncDirectory(Written.DIRECTORY);
        Written.add(journal, 1);
        Written.add(journal, 2);
        journal.commit(journal.appended());
        assertThat(journal.synced()).isEqualTo(102);
        Written.add(journal, 3);
        journal.write();
        SplittableRandom random = new SplittableRandom(Seeds.orElse(1));
        for (int i = 0; i < 50; i++) {
            Written written = new Written();
            JournalEnd end = Written.read(disk.afterPowerLoss(random), written);
            assertThat(written.operations).startsWith(1L, 2L);
            assertThat(end.closed()).isFalse();
        }
    }

    /** Whatever is lost of what was not synced, what was reserved is not: only a cut leaves nothing behind the last record. */
    @Test
    void write_batchesOfAllSizes_leaveRoomAfterEveryCrash() throws IOException {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(2));
        Journal journal = Written.begin(disk);
        disk.syncDirectory(Written.DIRECTORY);
        for (int round = 0; round < 150; round++) {
            append(journal, random, 1 + random.nextInt(40));
            journal.write();
            assertLooksWhole(random, 4);
            if (random.nextBoolean()) {
                journal.commit(journal.appended());
            }
        }
        for (int batch : new int[] {5_000, Journal.MAX_OPERATIONS}) {
            append(journal, random, batch);
            journal.write();
            assertLooksWhole(random, 4);
        }
    }

    private static void append(Journal journal, SplittableRandom random, int count) throws IOException {
        journal.lock(count);
        journal.append(RecordType.ADD, random.longs(count).toArray(), 0, count);
        journal.unlock();
    }

    private void assertLooksWhole(SplittableRandom random, int outcomes) throws IOException {
        assertThat(Written.read(disk.afterProcessDeath(), new Written()).cut()).isFalse();
        for (int outcome = 0; outcome < outcomes; outcome++) {
            assertThat(Written.read(disk.afterPowerLoss(random), new Written()).cut())
                    .isFalse();
        }
    }

    /** Control: if what is reserved is not synced before it is used, some crashes leave a journal that looks cut. */
    @Test
    void write_roomThatIsNotSynced_looksCutAfterSomeCrash() throws IOException {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(3));
        Journal journal = Written.begin(disk);
        disk.syncDirectory(Written.DIRECTORY);
        disk.forgetSyncs();
        append(journal, random, 600);
        journal.write();
        int looksCut = 0;
        // 5 of 100 look cut, so that none of 600 does so less than once in 10^13 runs
        for (int outcome = 0; outcome < 600; outcome++) {
            looksCut += Written.read(disk.afterPowerLoss(random), new Written()).cut() ? 1 : 0;
        }
        assertThat(looksCut).isPositive();
    }

    @Test
    void commit_nothingNew_doesNotSync() throws IOException {
        Journal journal = Written.begin(disk);
        Written.add(journal, 1);
        journal.commit(journal.appended());
        long before = disk.operations();
        journal.commit(journal.appended());
        assertThat(disk.operations()).isEqualTo(before);
    }

    /** While the leader syncs the others append; the next sync is for all of them. */
    @Test
    void commit_manyThreads_shareSyncs() throws Exception {
        Journal journal = Written.begin(disk);
        int threads = 8;
        AtomicLong syncs = new AtomicLong();
        CountDownLatch allAppended = new CountDownLatch(threads);
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.SYNC && syncs.getAndIncrement() == 0) {
                awaitQuietly(allAppended); // the first sync lasts until everyone has appended
            }
        });
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long hash = 1L + i;
            Thread thread = new Thread(() -> {
                try {
                    Written.add(journal, hash);
                    long mine = journal.appended();
                    allAppended.countDown();
                    journal.commit(mine);
                    assertThat(journal.synced()).isGreaterThanOrEqualTo(mine);
                } catch (IOException failed) {
                    throw new AssertionError(failed);
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(journal.synced()).isEqualTo(100 + threads);
        assertThat(syncs.get()).as("the first one, and one for all others").isLessThanOrEqualTo(2);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    @Test
    void commit_afterAFailedSync_failsForEverAndNeverSyncsAgain() throws IOException {
        FaultyDisk faulty = new FaultyDisk(disk);
        Journal journal = Written.begin(faulty);
        Written.add(journal, 1);
        faulty.failing(Fault.at(0).of(DiskOperation.SYNC));
        assertThatIOException().isThrownBy(() -> journal.commit(journal.appended()));
        assertThat(faulty.failures()).isEqualTo(1);
        faulty.heal();
        assertThat(journal.failure()).isNotNull();
        assertThat(journal.synced()).isEqualTo(100);
        assertThatIOException()
                .isThrownBy(() -> journal.commit(journal.appended()))
                .withMessageContaining("could not be written");
        assertThatIOException().isThrownBy(() -> Written.add(journal, 2));
        assertThatIOException()
                .isThrownBy(() -> journal.rotate(first -> {
                    throw new AssertionError("not created");
                }));
        assertThatIOException().isThrownBy(journal::close);
        assertThat(faulty.operations(DiskOperation.SYNC)).isZero();
        assertThat(faulty.operations(DiskOperation.WRITE)).isZero();
    }

    @Test
    void append_whenAWriteFails_failsAndUnlocks() throws IOException {
        FaultyDisk faulty = new FaultyDisk(disk);
        Journal journal = Written.begin(faulty);
        faulty.failing(Fault.from(0).of(DiskOperation.WRITE).afterPart(0.3));
        long[] hashes = LongStream.rangeClosed(1, Journal.MAX_OPERATIONS).toArray();
        assertThatIOException().isThrownBy(() -> {
            for (int i = 0; i < 10; i++) {
                journal.lock(hashes.length);
                journal.append(RecordType.ADD, hashes, 0, hashes.length);
                journal.unlock();
            }
        });
        assertThatIOException().isThrownBy(() -> journal.lock(1));
        assertThat(Written.read(disk, new Written()).closed()).isFalse(); // what is there can be read
    }

    @Test
    void rotate_otherFile_getsWhatFollows() throws IOException {
        Journal journal = Written.begin(disk);
        Written.add(journal, 1);
        JournalHeader next = new JournalHeader(8, 101, 0xC0FFEE, false);
        long end = journal.rotate(first -> {
            assertThat(first).isEqualTo(101);
            return new Journal.Next(Written.create(disk, Written.DIRECTORY.resolve("next"), next), next);
        });
        assertThat(end).isEqualTo(101);
        Written.add(journal, 2);
        journal.close();
        Written first = new Written();
        assertThat(Written.read(disk, first).next()).isEqualTo(101);
        assertThat(first.operations).containsExactly(1L);
        Written second = new Written();
        JournalEnd closed = Written.read(disk.content(Written.DIRECTORY.resolve("next")), second);
        assertThat(second.operations).containsExactly(2L);
        assertThat(closed.closed()).isTrue();
    }

    @Test
    void rotate_thatCannotCreate_goesOnInTheSameFile() throws IOException {
        Journal journal = Written.begin(disk);
        Written.add(journal, 1);
        assertThatIOException()
                .isThrownBy(() -> journal.rotate(first -> {
                    throw new IOException("disk full");
                }));
        Written.add(journal, 2);
        journal.close();
        Written written = new Written();
        assertThat(Written.read(disk, written).closed()).isTrue();
        assertThat(written.operations).containsExactly(1L, 2L);
    }

    @Test
    void unsyncedNanos_byAClock_isTheAgeOfTheOldest() throws IOException {
        AtomicLong now = new AtomicLong(1_000);
        DiskFile file = Written.create(disk, Written.FILE, Written.HEADER);
        Journal journal = new Journal(file, Written.HEADER, now::get);
        assertThat(journal.unsyncedNanos()).isZero();
        Written.add(journal, 1);
        now.addAndGet(50);
        Written.add(journal, 2);
        assertThat(journal.unsyncedNanos()).isEqualTo(50);
        journal.commit(journal.appended());
        now.addAndGet(50);
        assertThat(journal.unsyncedNanos()).isZero();
        Written.add(journal, 3);
        assertThat(journal.unsyncedNanos()).isZero();
        now.addAndGet(7);
        assertThat(journal.unsyncedNanos()).isEqualTo(7);
    }
}
