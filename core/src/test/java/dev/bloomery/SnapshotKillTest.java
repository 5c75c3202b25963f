package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.disk.ChildJvm;
import dev.bloomery.internal.disk.SharedLongs;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed while it saves over a snapshot: the file is an old one or the new one, whole. */
class SnapshotKillTest {
    private static final long SEED = Seeds.orElse(0x6b696c6c2d39L);
    private static final int LATEST_MILLIS = 300;

    @TempDir
    Path directory;

    @Test
    void save_killedAtAnyMoment_leavesTheOldOrTheNewSnapshot() throws Exception {
        killAgainAndAgain(20);
    }

    @Test
    @Tag("long")
    void save_killedHundredsOfTimes_leavesTheOldOrTheNewSnapshot() throws Exception {
        killAgainAndAgain(500);
    }

    /** Control. */
    @Test
    void saveInPlace_killedAtSomeMoment_leavesAFileThatDoesNotOpen() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        int kills = 0;
        String fault = "";
        while (fault.isEmpty() && kills < 100) {
            SharedLongs published = killOnce(SavingProcess.Way.IN_PLACE, random);
            fault = fault(published);
            kills++;
        }
        assertThat(fault).as("after %d kills, seed %d", kills, SEED).isNotEmpty();
    }

    private void killAgainAndAgain(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        int inTheMiddle = 0;
        for (int kill = 0; kill < kills; kill++) {
            SharedLongs published = killOnce(SavingProcess.Way.ATOMIC, random);
            assertThat(fault(published)).as("kill %d, seed %d", kill, SEED).isEmpty();
            inTheMiddle += names().size() > 2 ? 1 : 0;
            save(published, published.get(SavingProcess.BEGUN) + 1);
            assertThat(names()).as("kill %d, seed %d", kill, SEED).containsExactly("published", "snapshot");
        }
        System.out.printf("%d of %d kills left a temporary file%n", inTheMiddle, kills);
    }

    private Path file() {
        return directory.resolve("snapshot");
    }

    private SharedLongs killOnce(SavingProcess.Way way, SplittableRandom random) throws Exception {
        SharedLongs published = SavingProcess.published(directory.resolve("published"));
        if (!Files.exists(file())) {
            save(published, 1);
        }
        try (ChildJvm child = SavingProcess.start(way, file(), directory.resolve("published"))) {
            Thread.sleep(random.nextInt(LATEST_MILLIS + 1));
            child.kill();
        }
        return published;
    }

    private void save(SharedLongs published, long version) throws IOException {
        SavingProcess.version(version).snapshot().to(file());
        published.set(SavingProcess.BEGUN, version);
        published.set(SavingProcess.SAVED, version);
    }

    /** What is wrong with the file; nothing if it is the last version that was saved, or one that was begun later. */
    private String fault(SharedLongs published) {
        BloomFilter<Long> found;
        try {
            found = Filters.load(KeyEncoder.int64()).from(file()).bloom();
        } catch (IOException damaged) {
            return damaged.toString();
        }
        long saved = published.get(SavingProcess.SAVED);
        long begun = published.get(SavingProcess.BEGUN);
        int whole = 0;
        for (long version = Math.max(0, saved - 3); version <= begun + 1; version++) {
            int keys = keysOf(found, version);
            boolean possible = version == saved || version == begun;
            if (keys > 0 && !(possible && keys == SavingProcess.KEYS)) {
                return keys + " keys of version " + version + ", of " + saved + " to " + begun;
            }
            whole += keys > 0 ? 1 : 0;
        }
        return whole == 1 ? "" : "the keys of " + whole + " versions";
    }

    /** So few keys are in so large a filter that none of another version tests present by chance. */
    private static int keysOf(BloomFilter<Long> filter, long version) {
        int keys = 0;
        for (int i = 0; i < SavingProcess.KEYS; i++) {
            keys += filter.mightContainLong(SavingProcess.key(version, i)) ? 1 : 0;
        }
        return keys;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
