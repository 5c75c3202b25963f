package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.durable.DurableProcess.Plan;
import dev.bloomery.support.Seeds;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process is killed at any moment while its threads change a durable filter, and while it opens one: nothing promised is lost. */
class DurableKillTest {
    private static final long SEED = Seeds.orElse(0x6b696c6cL);
    /** In one directory. */
    private static final int MOST_KILLS = 25;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(CrashPolicy.class)
    void anyCall_processKilled_losesNothingPromised(CrashPolicy policy) throws Exception {
        killInSeries(policy, 20, 5);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(CrashPolicy.class)
    void anyCall_processKilledHundredsOfTimes_losesNothingPromised(CrashPolicy policy) throws Exception {
        killInSeries(policy, 500, MOST_KILLS);
    }

    /** One series for each kind in turn, with and without kept hashes. */
    private void killInSeries(CrashPolicy policy, int kills, int each) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        CrashKind[] kinds = CrashKind.values();
        for (int number = 0; number * each < kills; number++) {
            boolean keepHashes = (number + number / kinds.length + (policy == CrashPolicy.EVERY ? 1 : 0)) % 2 == 0;
            Plan plan = new Plan(kinds[number % kinds.length], policy, keepHashes, Broken.NOT);
            KilledSeries series = new KilledSeries(plan, directory.resolve(policy + "-" + number));
            for (int kill = 0; kill < each; kill++) {
                assertThat(series.killOnce(random))
                        .as("%s, kill %d, seed %d", plan, kill, SEED)
                        .isEmpty();
            }
            System.out.printf("%s: %s%n", plan, series);
        }
    }

    /** Control. */
    @Test
    void checkpoint_fromLiveMemoryAndKilled_isNoticed() throws Exception {
        assertThat(faultOf(new Plan(CrashKind.COUNTING, CrashPolicy.ALWAYS, false, Broken.CHECKPOINT_FROM_LIVE_MEMORY)))
                .isNotEmpty();
    }

    /** Control: it takes some kills to hit a moment at which it matters. */
    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = Broken.class,
            names = {"NO_WAIT_FOR_PRESENT", "BITS_BEFORE_JOURNAL"})
    void add_acknowledgedTooEarlyAndKilled_isNoticed(Broken broken) throws Exception {
        assertThat(faultOf(new Plan(CrashKind.BLOOM, CrashPolicy.ALWAYS, false, broken)))
                .isNotEmpty();
    }

    private String faultOf(Plan plan) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int number = 0; number < 10; number++) {
            KilledSeries series = new KilledSeries(plan, directory.resolve("broken-" + number));
            for (int kill = 0; kill < MOST_KILLS; kill++) {
                String fault = series.killOnce(random);
                if (!fault.isEmpty()) {
                    return fault;
                }
            }
        }
        return "";
    }
}
