package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.MachineStopped;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.internal.durable.Settings;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads change a durable filter, with checkpoints in the background, and the machine loses its power during a sync: nothing is lost of
 * which a call has returned. How threads meet is chance; which calls they make, when the machine stops and what is left is not.
 */
class PowerLossWithThreadsTest {
    private static final long SEED = Seeds.orElse(0x74687265616473L);
    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("filter");
    private static final int THREADS = 3;
    private static final int KEYS = 60;
    private static final int LATEST_SYNC = 60;
    private static final int OUTCOMES = 8;

    private static final Logger LOG = Logger.getLogger("dev.bloomery");

    /** Of threads in the background, which stop like the others. */
    @BeforeAll
    static void beSilent() {
        LOG.setLevel(Level.OFF);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (!(thrown instanceof MachineStopped)) {
                thrown.printStackTrace();
            }
        });
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(null);
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void anyCall_powerLossDuringASync_losesNothingAcknowledged(CrashKind kind) throws Exception {
        for (int run = 0; run < 60; run++) {
            assertThat(faultOf(kind, Broken.NOT, SEED + run)).isEmpty();
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void anyCall_thousandsOfPowerLosses_losesNothingAcknowledged(CrashKind kind) throws Exception {
        for (int run = 0; run < 5_000; run++) {
            assertThat(faultOf(kind, Broken.NOT, SEED + run)).isEmpty();
        }
    }

    /** Control. */
    @ParameterizedTest
    @EnumSource(
            value = Broken.class,
            names = {"NO_WAIT_FOR_PRESENT", "BITS_BEFORE_JOURNAL"})
    void add_acknowledgedTooEarly_isNoticed(Broken broken) throws Exception {
        String fault = "";
        int runs = 0;
        for (; runs < 1_000 && fault.isEmpty(); runs++) {
            fault = faultOf(CrashKind.BLOOM, broken, SEED + runs);
        }
        System.out.printf("%s: after %d runs%n", broken, runs);
        assertThat(fault).isNotEmpty();
    }

    private static String faultOf(CrashKind kind, Broken broken, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        List<Caller> callers = callers(kind, open(kind, broken, disk), seed);
        stopDuringSync(disk, random.nextInt(LATEST_SYNC));
        callers.forEach(Thread::start);
        for (Caller caller : callers) {
            caller.join();
        }
        if (!kind.removes()) {
            callers = List.of(together(callers));
        }
        for (int outcome = 0; outcome < OUTCOMES; outcome++) {
            try (JournaledFilter<Long> left = open(kind, Broken.NOT, disk.afterPowerLoss(random))) {
                for (Caller caller : callers) {
                    IntUnaryOperator found = key -> CrashKind.count(left, caller.firstKey + key);
                    String fault = caller.expected.copy().find(found);
                    if (!fault.isEmpty()) {
                        return kind + ", seed " + seed + ", outcome " + outcome + ": " + fault;
                    }
                }
            } catch (IOException damaged) {
                return kind + ", seed " + seed + ", outcome " + outcome + ": " + damaged;
            }
        }
        return "";
    }

    private static JournaledFilter<Long> open(CrashKind kind, Broken broken, SimulatedDisk disk) throws IOException {
        Settings<Long> settings = kind.in(disk, DIRECTORY, kind.spec(4L * THREADS * KEYS))
                .checkpointEvery(400)
                .settings();
        return broken.open(kind, settings, () -> {});
    }

    /** Threads of kinds that can remove have keys of their own; of others, they all make the same calls. */
    private static List<Caller> callers(CrashKind kind, JournaledFilter<Long> filter, long seed) {
        List<Caller> callers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int different = kind.removes() ? thread : 0;
            callers.add(new Caller(filter, different * KEYS, kind.removes(), new SplittableRandom(seed + different)));
        }
        return callers;
    }

    /** All have made the same calls: the one that got furthest, with what was promised to any. */
    private static Caller together(List<Caller> callers) {
        Caller furthest = Collections.max(callers, Comparator.comparingInt(caller -> caller.expected.begun()));
        callers.forEach(caller -> furthest.expected.promise(caller.expected.promised()));
        return furthest;
    }

    /** Others have time to go on before it stops. */
    private static void stopDuringSync(SimulatedDisk disk, int number) {
        AtomicInteger syncs = new AtomicInteger();
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.SYNC) {
                LockSupport.parkNanos(50_000);
                if (syncs.getAndIncrement() == number) {
                    disk.stop();
                }
            }
        });
    }

    private static final class Caller extends Thread {
        private final JournaledFilter<Long> filter;
        private final int firstKey;
        private final Expected expected;
        private final RandomCalls calls;

        Caller(JournaledFilter<Long> filter, int firstKey, boolean removes, SplittableRandom random) {
            this.filter = filter;
            this.firstKey = firstKey;
            this.expected = new Expected(KEYS, removes);
            this.calls = new RandomCalls(random, removes, false, new int[KEYS]);
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Step step = calls.next();
                    expected.begin(step.changes());
                    step.callOn(filter, firstKey);
                    expected.promiseAll();
                }
            } catch (Throwable stopped) {
                // nothing is acknowledged any more
            }
        }
    }
}
