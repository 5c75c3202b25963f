package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On which threads a gate works that was given no executor. */
@Timeout(60)
class DefaultThreadsTest {
    private final Noting loader = new Noting();
    private final LoadingGateBuilder<Long, String> builder = LoadingGate.over(
                    loader, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
            .writers(StoreWriters.onlyThisProcess());

    @Test
    void getAsync_noExecutor_runsOnAVirtualThreadWhereThereAreSome() throws Exception {
        assertThat(builder.openCold().getAsync(1L).toCompletableFuture().get(40, TimeUnit.SECONDS))
                .isEmpty();
        Thread thread = loader.threads.take();
        assertThat(isVirtual(thread)).isEqualTo(Runtime.version().feature() >= 21);
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("bloomery-gate");
    }

    /** A scan of a store in memory computes all the time. */
    @Test
    void open_noExecutor_warmsUpOnAPlatformThread() throws Exception {
        LoadingGate<Long, String> gate = builder.open();
        Thread thread = loader.threads.take();
        assertThat(isVirtual(thread)).isFalse();
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("bloomery-gate");
        gate.close();
    }

    @Test
    void name_given_isInTheNamesOfThreads() throws Exception {
        LoadingGate<Long, String> gate = builder.name("texts").openCold();
        assertThat(gate.getAsync(1L).toCompletableFuture().get(40, TimeUnit.SECONDS))
                .isEmpty();
        assertThat(loader.threads.take().getName()).isEqualTo("bloomery-gate-texts");
        gate.rebuildInBackground(keys -> {}).toCompletableFuture().get(40, TimeUnit.SECONDS);
        assertThat(loader.threads.take().getName()).isEqualTo("bloomery-gate-texts");
    }

    @Test
    void executors_given_eachRunsItsOwn() throws Exception {
        ArrayList<Runnable> lookups = new ArrayList<>();
        ArrayList<Runnable> rebuilds = new ArrayList<>();
        LoadingGate<Long, String> gate =
                builder.rebuildExecutor(rebuilds::add).executor(lookups::add).open();
        var answer = gate.getAsync(1L).toCompletableFuture();
        assertThat(lookups).hasSize(1);
        assertThat(rebuilds).hasSize(1);
        rebuilds.forEach(Runnable::run);
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(answer).isNotDone();
        gate.close();
    }

    /** The pause is that of the scheduler, the rebuild runs on the executor, and closing ends the pause. */
    @Test
    void retryScheduler_given_waitsBetweenTries() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.setRemoveOnCancelPolicy(true);
        try {
            LoadingGate<Long, String> gate = builder.retryScheduler(scheduler)
                    .rebuildExecutor(task -> {
                        throw new RejectedExecutionException("busy");
                    })
                    .retryPauses(Duration.ofHours(1), Duration.ofHours(1))
                    .open();
            assertThat(scheduler.getQueue()).hasSize(1);
            gate.close();
            assertThat(scheduler.getQueue()).isEmpty();
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void retryScheduler_shutDown_endsTheTriesUntilTheNextRequest() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.shutdownNow();
        AtomicInteger tries = new AtomicInteger();
        LoadingGate<Long, String> gate = builder.retryScheduler(scheduler)
                .rebuildExecutor(task -> {
                    tries.incrementAndGet();
                    throw new RejectedExecutionException("busy");
                })
                .open();
        assertThat(tries).hasValue(1);
        gate.rebuildByItself();
        assertThat(tries).hasValue(2);
        gate.close();
    }

    @Test
    void executor_given_runsEverything() throws Exception {
        ArrayList<Runnable> given = new ArrayList<>();
        LoadingGate<Long, String> gate = builder.executor(given::add).open();
        var answer = gate.getAsync(1L).toCompletableFuture();
        assertThat(given).hasSize(2);
        given.forEach(Runnable::run);
        assertThat(answer).isCompletedWithValue(Optional.empty());
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(loader.threads).containsOnly(Thread.currentThread());
    }

    private static boolean isVirtual(Thread thread) throws ReflectiveOperationException {
        return Runtime.version().feature() >= 21
                && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    }

    private static final class Noting implements Loader<Long, String> {
        private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

        @Override
        public Optional<String> load(Long key) {
            threads.add(Thread.currentThread());
            return Optional.empty();
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            threads.add(Thread.currentThread());
            return 0;
        }
    }
}
