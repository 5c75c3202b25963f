package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads over a store that fails, with rebuilds all the time and more owners than fit into memory. The store knows which answers are right. */
class OwnerGateStressTest {
    private static final long SEED = Seeds.orElse(18);
    private static final int THREADS = 12;

    /** Owners that are written; the others are there to be spilled. */
    private static final int BUSY_OWNERS = 24;

    private static final int OWNERS = 40_000;

    @TempDir
    Path parent;

    @Test
    void lookups_besideWritesDropsAndRebuilds_noWrongAnswer() throws Exception {
        Path directory = parent.resolve("spilled");
        Run run = new Run(directory, 20_000);
        run.go(false);
        assertThat(run.wrong.sum()).as("wrong answers, seed %s", SEED).isZero();
        assertThat(run.alarms.sum())
                .as("writes taken for foreign ones, seed %s", SEED)
                .isZero();
        assertThat(run.rebuilds.sum()).isPositive();
        assertThat(run.forgotten.sum()).as("owners that left the family").isPositive();
        assertThat(run.spills).as("owners that were spilled").isPositive();
        assertThat(generations(directory))
                .as("what a closed gate leaves behind")
                .isZero();
    }

    /** Control: somebody writes past the gate and tells nobody. */
    @Test
    void lookups_besideWritesPastTheGate_wrongAnswersAreSeen() throws Exception {
        Run run = new Run(parent.resolve("spilled"), 1_000);
        run.go(true);
        assertThat(run.wrong.sum()).isPositive();
    }

    private static long generations(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isDirectory).count();
        }
    }

    private static final class Run {
        private final InMemoryOwnerStore store = new InMemoryOwnerStore();
        private final OwnerGate<Integer, Integer> gate;
        private final int stepsOfThread;
        private final AtomicBoolean over = new AtomicBoolean();
        final LongAdder wrong = new LongAdder();
        final LongAdder alarms = new LongAdder();
        final LongAdder rebuilds = new LongAdder();
        final LongAdder forgotten = new LongAdder();
        long spills;

        Run(Path directory, int stepsOfThread) {
            this.stepsOfThread = stepsOfThread;
            for (int owner = BUSY_OWNERS; owner < OWNERS; owner++) {
                assertThat(store.insert(owner, owner % 5)).isTrue();
                assertThat(store.insert(owner, 5 + owner % 2)).isTrue();
            }
            gate = OwnerGate.over(
                            store,
                            FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.05)
                                    .memoryBudget(1 << 20))
                    .writers(StoreWriters.onlyThisProcess())
                    .rememberFalsePositives(64)
                    .spillTo(directory)
                    .listener(new GateListener() {
                        @Override
                        public void problemFound(GateProblem problem) {
                            alarms.increment();
                        }
                    })
                    .openWarm(keys -> {});
        }

        void go(boolean pastTheGate) throws Exception {
            ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
            try {
                store.pairs.failOneIn(20);
                Future<?> rebuilder = threads.submit(this::rebuildAllTheTime);
                List<Future<?>> workers = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    SplittableRandom random = new SplittableRandom(SEED + i);
                    workers.add(threads.submit(() -> work(random, pastTheGate)));
                }
                for (Future<?> worker : workers) {
                    worker.get();
                }
                over.set(true);
                rebuilder.get();
                spills = gate.familyInfo().map(FamilyInfo::spills).orElse(0L);
            } finally {
                over.set(true);
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
            for (int i = 0; i < stepsOfThread; i++) {
                int owner = random.nextInt(10) == 0 ? random.nextInt(OWNERS) : random.nextInt(BUSY_OWNERS);
                int key = random.nextInt(InMemoryOwnerStore.KEYS);
                int kind = random.nextInt(100);
                if (kind < 60) {
                    lookUp(owner, key);
                } else if (kind < 68) {
                    lookUpBoth(owner, key);
                } else if (kind < 70) {
                    store.pairs.endLate();
                } else if (pastTheGate) {
                    boolean unused =
                            kind < 85 ? tried(() -> store.insert(owner, key)) : tried(() -> store.delete(owner, key));
                } else {
                    write(owner, key, kind);
                }
            }
        }

        private void write(int owner, int key, int kind) {
            if (kind < 84) {
                boolean unused = tried(() -> gate.addIfAbsent(owner, key));
            } else if (kind < 92) {
                boolean unused = tried(() -> gate.remove(owner, key));
            } else if (kind < 97) {
                removeOwner(owner);
            } else {
                transaction(owner, key);
            }
        }

        private void removeOwner(int owner) {
            if (tried(() -> gate.removeOwner(owner)) && gate.viewUnlessAbsent(new OwnedKey<>(owner, 0)) == null) {
                forgotten.increment();
            }
        }

        private void transaction(int owner, int key) {
            try (WriteTicket<OwnedKey<Integer, Integer>> ticket = gate.beginWrite()) {
                ticket.adding(new OwnedKey<>(owner, key));
                if (!store.insert(owner, key)) {
                    ticket.notAdded(new OwnedKey<>(owner, key));
                }
                ticket.committed();
            } catch (StoreException | IllegalStateException failed) {
                // closed as unknown, which is right whatever the store did
            }
        }

        private static boolean tried(BooleanSupplier write) {
            try {
                return write.getAsBoolean();
            } catch (StoreException | IllegalStateException failed) {
                return false;
            }
        }

        private void lookUp(int owner, int key) {
            long begin = store.pairs.now();
            try {
                judge(owner, key, gate.contains(owner, key), begin);
            } catch (StoreException failed) {
                // no answer
            }
        }

        private void lookUpBoth(int owner, int key) {
            int other = (key + 1) % InMemoryOwnerStore.KEYS;
            long begin = store.pairs.now();
            try {
                Set<Integer> found = gate.containsWhich(owner, List.of(key, other));
                judge(owner, key, found.contains(key), begin);
                judge(owner, other, found.contains(other), begin);
            } catch (StoreException failed) {
                // no answer
            }
        }

        private void judge(int owner, int key, boolean answer, long begin) {
            long pair = InMemoryOwnerStore.pair(owner, key);
            if (!store.pairs.isRight(pair, answer, begin, store.pairs.now())) {
                wrong.increment();
            }
        }
    }
}
