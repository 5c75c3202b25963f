package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two processes that both have a gate over the same keys and believe that only they write, as during a rolling update: whatever one has inserted, the other one does not say
 * no to. The gates are guarded by the locks of the store.
 */
@Timeout(180)
public abstract class GuardedProcessesContract {
    private static final long GIVE_UP_NANOS = 60_000_000_000L;
    /** Longer than the grace, in which a gate notices that it has lost its locks. */
    private static final long LONG_STOP_MILLIS = 6_000;
    /** For how long two processes overlap: the newer one waits for nobody longer than the grace. */
    private static final long OVERLAP_MILLIS = 6_000;
    /** Enough to see what is wrong without a guard. */
    private static final long SHORT_MILLIS = 500;

    private static final int UPDATES = 40;

    private static final AtomicLong RUNS = new AtomicLong();

    private final List<GateProcess> started = new ArrayList<>();

    /**
     * Another process with a gate over the keys of this test, which were none when the test began.
     *
     * @param guarded false: with {@code unguarded()}
     */
    protected abstract GateProcess start(boolean guarded) throws Exception;

    /** The keys of this test, past all gates. */
    protected abstract KeyStore<String> store() throws Exception;

    /** Ends what a test has started. */
    @AfterEach
    void endProcesses() {
        started.forEach(GateProcess::close);
    }

    private GateProcess process(boolean guarded) throws Exception {
        GateProcess process = start(guarded);
        started.add(process);
        return process;
    }

    @Test
    void lookups_whileTwoProcessesOverlap_areNeverWronglyNo() throws Exception {
        GateProcess old = process(true);
        insertAll(old, "before", 50);
        awaitAnswersAlone(old);
        GateProcess newer = process(true);
        assertThat(wrongNos(old, newer, OVERLAP_MILLIS)).isZero();
        awaitNotAlone(old);
        old.closeGate();
        awaitAnswersAlone(newer);
        assertKnowsTheStore(newer);
        insertAll(newer, "after", 50);
        assertKnowsTheStore(newer);
    }

    /** Control. */
    @Test
    void lookups_withoutGuard_areWrong() throws Exception {
        GateProcess old = process(false);
        GateProcess newer = process(false);
        assertThat(wrongNos(old, newer, SHORT_MILLIS)).isPositive();
    }

    @Test
    void lookups_afterTheOldProcessWasKilled_areNeverWronglyNo() throws Exception {
        GateProcess old = process(true);
        awaitAnswersAlone(old);
        List<CompletableFuture<String>> writes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            writes.add(old.insert("killed " + i));
        }
        assertThat(writes.get(20).join()).isEqualTo("true");
        GateProcess newer = process(true);
        old.close();
        insertAll(newer, "after", 20);
        assertKnowsTheStore(newer);
        awaitAnswersAlone(newer);
        assertKnowsTheStore(newer);
    }

    /** It is stopped while it may be giving way. */
    @Test
    @Tag("long")
    void lookups_processWasStoppedForLong_areNeverWronglyNo() throws Exception {
        GateProcess old = process(true);
        insertAll(old, "before", 50);
        awaitAnswersAlone(old);
        GateProcess newer = process(true);
        old.stop();
        CompletableFuture<String> write = newer.insert("while it is stopped");
        CompletableFuture<String> asked = old.contains("while it is stopped");
        Thread.sleep(LONG_STOP_MILLIS);
        boolean wroteMeanwhile = write.isDone();
        old.resume();
        assertThat(write.join()).isEqualTo("true");
        if (wroteMeanwhile) {
            assertThat(asked.join())
                    .as("it had given way before it was stopped")
                    .isEqualTo("true");
        }
        assertThat(old.contains("while it is stopped").join()).isEqualTo("true");
        assertThat(wrongNos(old, newer, OVERLAP_MILLIS)).isZero();
        assertKnowsTheStore(old);
        assertKnowsTheStore(newer);
    }

    /** It is stopped before the other one comes, so it has all locks and cannot give way. */
    @Test
    void inserts_processThatIsAloneIsStopped_waitForIt() throws Exception {
        GateProcess old = process(true);
        awaitAnswersAlone(old);
        old.stop();
        GateProcess newer = process(true);
        CompletableFuture<String> write = newer.insert("ada");
        Thread.sleep(LONG_STOP_MILLIS);
        assertThat(write).as("a write beside a process that says no by itself").isNotDone();
        assertThat(store().contains("ada")).isFalse();
        assertThat(newer.contains("ada").join()).as("by the store, meanwhile").isEqualTo("false");
        old.resume();
        assertThat(write.join()).isEqualTo("true");
        assertThat(old.contains("ada").join()).isEqualTo("true");
        assertThat(wrongNos(old, newer, SHORT_MILLIS)).isZero();
    }

    /** One process after the other, each beside the one before for a while, which is stopped, killed, or told to end. */
    @Test
    @Tag("long")
    @Timeout(3_600)
    void lookups_duringManyUpdates_areNeverWronglyNo() throws Exception {
        RandomGenerator random = Seeds.random("updates");
        GateProcess old = process(true);
        for (int update = 0; update < UPDATES; update++) {
            if (random.nextBoolean()) {
                awaitAnswersAlone(old);
            }
            GateProcess newer = process(true);
            assertThat(wrongNos(old, newer, random.nextInt(4_000))).isZero();
            if (random.nextBoolean()) {
                old.stop();
                Thread.sleep(random.nextInt(4_000));
                old.resume();
                assertThat(wrongNos(old, newer, SHORT_MILLIS)).isZero();
            }
            if (random.nextBoolean()) {
                old.closeGate();
            } else {
                old.close();
            }
            assertKnowsTheStore(newer);
            old = newer;
        }
    }

    private static void insertAll(GateProcess process, String prefix, int keys) {
        List<CompletableFuture<String>> writes = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            writes.add(process.insert(prefix + " " + i));
        }
        writes.forEach(write -> assertThat(write.join()).isEqualTo("true"));
    }

    /** How often one says no to what the other one has inserted before it was asked. */
    private long wrongNos(GateProcess one, GateProcess other, long millis) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Long>> parts = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                String prefix = Integer.toString(thread);
                parts.add(() -> wrongNos(one, other, "one " + prefix, end));
                parts.add(() -> wrongNos(other, one, "other " + prefix, end));
            }
            long wrong = 0;
            for (Future<Long> future : threads.invokeAll(parts)) {
                wrong += future.get();
            }
            return wrong;
        } finally {
            threads.shutdownNow();
        }
    }

    private static long wrongNos(GateProcess writer, GateProcess asked, String who, long end) {
        String prefix = who + " " + RUNS.incrementAndGet();
        long wrong = 0;
        for (int i = 0; i < 20 || System.nanoTime() < end; i++) {
            String key = prefix + " " + i;
            String absent = asked.contains("absent " + key).join();
            assertThat(absent).isEqualTo("false");
            assertThat(writer.insert(key).join()).isEqualTo("true");
            String answer = asked.contains(key).join();
            assertThat(answer).isIn("true", "false");
            wrong += answer.equals("false") ? 1 : 0;
        }
        return wrong;
    }

    /** All keys that the store has, and others. */
    private void assertKnowsTheStore(GateProcess process) throws Exception {
        Set<String> there = new HashSet<>();
        long unused = store().scan(there::add);
        List<CompletableFuture<String>> present = new ArrayList<>();
        List<CompletableFuture<String>> absent = new ArrayList<>();
        for (String key : there) {
            present.add(process.contains(key));
            absent.add(process.contains("absent " + key));
        }
        present.forEach(
                answer -> assertThat(answer.join()).as("a key of the store").isEqualTo("true"));
        absent.forEach(
                answer -> assertThat(answer.join()).as("no key of the store").isEqualTo("false"));
    }

    private static void awaitAnswersAlone(GateProcess process) throws InterruptedException {
        await("the gate answers by itself", () -> process.state().equals("ACTIVE"));
        long before = process.answeredByFilter();
        for (int i = 0; i < 20; i++) {
            assertThat(process.contains("nobody " + i).join()).isEqualTo("false");
        }
        assertThat(process.answeredByFilter()).isGreaterThan(before);
    }

    private static void awaitNotAlone(GateProcess process) throws InterruptedException {
        await("the gate does not answer by itself", () -> !process.state().equals("ACTIVE"));
    }

    private static void await(String what, BooleanSupplier isSo) throws InterruptedException {
        long begun = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime() - begun).as(what).isLessThan(GIVE_UP_NANOS);
            Thread.sleep(20);
        }
    }
}
