package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads over a store that fails, with rebuilds all the time. The store itself knows which answers are right. */
class GateStressTest {
    private static final long SEED = Seeds.orElse(8);
    private static final int THREADS = 16;
    private static final int KEYS = 64;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bloom capacity=2000 fpp=0.05",
                "cuckoo capacity=2000 fpp=0.05",
                "counting-bloom capacity=2000 fpp=0.05"
            })
    void lookups_besideWritesFailuresAndRebuilds_noWrongAnswer(String spec) throws Exception {
        Run run = new Run(FilterSpec.parse(spec), 480_000 / THREADS);
        run.go(false);
        assertThat(run.wrong.sum()).as("wrong answers, seed %s", SEED).isZero();
        assertThat(run.alarms.sum())
                .as("writes taken for foreign ones, seed %s", SEED)
                .isZero();
        assertThat(run.rebuilds.sum()).isPositive();
    }

    @Test
    @Tag("long")
    void lookups_tenMillion_noWrongAnswer() throws Exception {
        Run run = new Run(CuckooSpec.of(2_000, 0.05), 15_000_000 / THREADS);
        run.go(false);
        assertThat(run.wrong.sum()).as("wrong answers, seed %s", SEED).isZero();
        assertThat(run.alarms.sum())
                .as("writes taken for foreign ones, seed %s", SEED)
                .isZero();
    }

    /** Control: somebody writes past the gate and tells nobody. */
    @Test
    void lookups_besideWritesPastTheGate_wrongAnswersAreSeen() throws Exception {
        Run run = new Run(BloomSpec.of(2_000, 0.01), 20_000 / THREADS);
        run.go(true);
        assertThat(run.wrong.sum()).isPositive();
    }

    private static final class Run {
        private final InMemoryStore store = new InMemoryStore();
        private final Gate<Long> gate;
        private final int lookupsOfThread;
        private final AtomicBoolean over = new AtomicBoolean();
        final LongAdder wrong = new LongAdder();
        final LongAdder alarms = new LongAdder();
        final LongAdder rebuilds = new LongAdder();

        Run(FilterSpec spec, int lookupsOfThread) {
            this.lookupsOfThread = lookupsOfThread;
            gate = Gate.over(store, KeyEncoder.int64(), spec)
                    .writers(StoreWriters.onlyThisProcess())
                    .rememberFalsePositives(64)
                    .listener(new GateListener() {
                        @Override
                        public void problemFound(GateProblem problem) {
                            alarms.increment();
                        }
                    })
                    .openCold();
        }

        void go(boolean pastTheGate) throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
            CountDownLatch workers = new CountDownLatch(THREADS);
            try {
                RebuildReport first = gate.rebuild();
                assertThat(first.keys()).isZero();
                store.failOneIn(20);
                List<Future<?>> futures = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    SplittableRandom random = new SplittableRandom(SEED + i);
                    futures.add(threads.submit(() -> {
                        try {
                            work(random, pastTheGate);
                        } finally {
                            workers.countDown();
                        }
                    }));
                }
                Future<?> rebuilder = threads.submit(this::rebuildAllTheTime);
                workers.await();
                over.set(true);
                for (Future<?> future : futures) {
                    future.get();
                }
                rebuilder.get();
            } finally {
                threads.shutdownNow();
                gate.close();
            }
        }

        private void rebuildAllTheTime() {
            while (!over.get()) {
                try {
                    RebuildReport unused = gate.rebuild();
                    rebuilds.increment();
                } catch (RebuildException cutShort) {
                    // the store does that now and then
                }
            }
        }

        private void work(SplittableRandom random, boolean pastTheGate) {
            for (int i = 0; i < lookupsOfThread; i++) {
                long key = random.nextInt(KEYS);
                int kind = random.nextInt(100);
                if (kind < 60) {
                    lookUp(key);
                } else if (kind < 70) {
                    lookUpBoth(key, random.nextInt(KEYS));
                } else if (kind < 71) {
                    store.endLate();
                } else if (pastTheGate) {
                    boolean unused = kind < 85 ? tried(() -> store.insert(key)) : tried(() -> store.delete(key));
                } else {
                    write(random, key, kind);
                }
            }
        }

        private void write(SplittableRandom random, long key, int kind) {
            if (kind < 84) {
                boolean unused = tried(() -> gate.addIfAbsent(key));
            } else if (kind < 94) {
                boolean unused = tried(() -> gate.remove(key));
            } else if (kind < 97) {
                long other = random.nextInt(KEYS);
                boolean unused = tried(() -> gate.replace(key, other));
            } else {
                transaction(random, key);
            }
        }

        private void transaction(SplittableRandom random, long key) {
            try (WriteTicket<Long> ticket = gate.beginWrite()) {
                if (!hasRoom(ticket, key) || random.nextInt(4) == 0) {
                    ticket.rolledBack();
                    return;
                }
                if (!store.insert(key)) {
                    ticket.notAdded(key);
                }
                ticket.committed();
            } catch (StoreException | IllegalStateException failed) {
                // closed as unknown, which is right whatever the store did
            }
        }

        /** Eight copies of a key in doubt fill its two buckets in a cuckoo filter: there may be no room for the next. */
        private static boolean hasRoom(WriteTicket<Long> ticket, long key) {
            try {
                ticket.adding(key);
                return true;
            } catch (FilterFullException full) {
                return false;
            }
        }

        private static boolean tried(BooleanSupplier write) {
            try {
                return write.getAsBoolean();
            } catch (StoreException | FilterFullException | IllegalStateException failed) {
                return false;
            }
        }

        private void lookUp(long key) {
            long begin = store.now();
            try {
                judge(key, gate.contains(key), begin);
            } catch (StoreException failed) {
                // no answer
            }
        }

        private void lookUpBoth(long key, long other) {
            long begin = store.now();
            try {
                Set<Long> found = gate.containsWhich(new HashSet<>(List.of(key, other == key ? key + 1 : other)));
                judge(key, found.contains(key), begin);
            } catch (StoreException failed) {
                // no answer
            }
        }

        private void judge(long key, boolean answer, long begin) {
            if (!store.isRight(key, answer, begin, store.now())) {
                wrong.increment();
            }
        }
    }
}
