package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.file.DurableException;
import dev.bloomery.file.DurableState;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.SmallDisk;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation on the disk fails in turn: the exceptions are those that are documented, and nothing promised is lost. */
class FailingDiskTest {
    private static final long SEED = Seeds.orElse(0x66756c6cL);
    private static final int KEYS = 1_000;

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void anyCall_everyOperationFailsInTurn_losesNothingPromised(CrashKind kind) {
        failAtEvery(kind, SyncPolicy.always(), true, SEED, Fault::at);
        failAtEvery(kind, SyncPolicy.onClose(), false, SEED, Fault::from);
        failAtEvery(
                kind,
                SyncPolicy.every(Duration.ofHours(1)),
                true,
                SEED,
                n -> Fault.from(n).afterPart(0.5));
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void anyCall_everyOperationFailsInManyRuns_losesNothingPromised(CrashKind kind) {
        for (long seed = SEED; seed < SEED + 10; seed++) {
            for (SyncPolicy policy :
                    new SyncPolicy[] {SyncPolicy.always(), SyncPolicy.onClose(), SyncPolicy.every(Duration.ofHours(1))
                    }) {
                for (boolean keepHashes : new boolean[] {false, true}) {
                    failAtEvery(kind, policy, keepHashes, seed, Fault::at);
                    failAtEvery(kind, policy, keepHashes, seed, n -> Fault.at(n).afterPart(0.5));
                    failAtEvery(kind, policy, keepHashes, seed, Fault::from);
                    failAtEvery(
                            kind, policy, keepHashes, seed, n -> Fault.from(n).afterPart(0.5));
                }
            }
        }
    }

    private static void failAtEvery(
            CrashKind kind, SyncPolicy policy, boolean keepHashes, long seed, LongFunction<Fault> faults) {
        long failures = 1;
        for (long number = 0; failures > 0; number++) {
            Fault fault = faults.apply(number);
            try {
                failures = new FailingLife(kind, policy, keepHashes, Broken.NOT).live(seed, fault);
            } catch (AssertionError | RuntimeException wrong) {
                throw new AssertionError(
                        kind + ", " + policy + ", keepHashes " + keepHashes + ", seed " + seed + ", " + fault + ": "
                                + wrong,
                        wrong);
            }
        }
    }

    /** Control: it takes some lives until a failure loses what was not synced. */
    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void anyCall_syncLeftOut_isNoticed(CrashKind kind) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> {
            for (long seed = SEED; seed < SEED + 20; seed++) {
                new FailingLife(kind, SyncPolicy.always(), false, Broken.JOURNAL_NOT_SYNCED).live(seed, Fault.from(60));
            }
        });
    }

    @Test
    void anyCall_realDiskFull_losesNothingAcknowledged(@TempDir Path directory) throws IOException {
        try (SmallDisk disk = SmallDisk.at(directory, 4_096)) {
            for (int free = 0; free < 200; free += 5) {
                Path filter = directory.resolve("filter-" + free);
                disk.fillUpTo(free);
                long acknowledged = addUntilFull(filter);
                disk.fillUpTo(500);
                requireKeys(filter, acknowledged);
                deleteAll(filter);
            }
        }
    }

    private static DurableBuilder<Long, JournaledFilter<Long>> inReal(Path directory) {
        return CrashKind.COUNTING.in(Disk.real(), directory, CrashKind.COUNTING.spec(20L * KEYS));
    }

    /** How many keys were acknowledged. */
    private static long addUntilFull(Path directory) {
        JournaledFilter<Long> filter;
        try {
            filter = inReal(directory).open();
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left on device");
            return 0;
        }
        long key = 0;
        try {
            for (; key < 100_000; key++) {
                filter.addLong(key % KEYS);
                if (key == KEYS) {
                    tryCheckpoint(filter);
                }
            }
        } catch (DurableException full) {
            assertThat(full).rootCause().hasMessageContaining("No space left on device");
        }
        assertThat(filter.state()).isEqualTo(DurableState.FAILED);
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::close);
        return key;
    }

    private static void tryCheckpoint(JournaledFilter<Long> filter) {
        try {
            filter.checkpoint();
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left on device");
            assertThat(filter.state()).isEqualTo(DurableState.OPEN);
        }
    }

    private static void requireKeys(Path directory, long acknowledged) throws IOException {
        try (JournaledFilter<Long> filter = inReal(directory).open()) {
            for (long key = 0; key < Math.min(KEYS, acknowledged); key++) {
                assertThat(filter.mightContainLong(key))
                        .as("key %d of %d", key, acknowledged)
                        .isTrue();
            }
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
