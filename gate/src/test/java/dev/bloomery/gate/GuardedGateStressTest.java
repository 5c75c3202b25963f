package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.GuardedStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that come and go, crash and lose their sessions, while all of them write and look up: no answer is wrong. */
@Timeout(300)
class GuardedGateStressTest {
    private static final long SEED = Seeds.orElse(430);
    private static final int PROCESSES = 3;
    private static final int KEYS = 200;
    private static final int ROUNDS = Boolean.getBoolean("test.long") ? 200 : 3;
    /** Long enough for a busy machine: within it a thread must run that looks every few milliseconds. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final GuardedGates gates = new GuardedGates();
    private final LongAdder answers = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder byFilter = new LongAdder();

    /** Opens a gate, uses it for a moment, and ends it in one way or another. */
    private void round(SplittableRandom random, boolean guarded) throws InterruptedException {
        GuardedStore process = gates.process();
        GateBuilder<Long> builder = guarded
                ? GuardedGates.builder(process)
                : GuardedGates.quick(Gate.over(process, KeyEncoder.int64(), GuardedGates.SPEC)
                        .writers(StoreWriters.onlyThisProcess().unguarded()));
        builder.settings.grace = GRACE;
        AtomicBoolean over = new AtomicBoolean();
        try (Gate<Long> gate = builder.open()) {
            List<Thread> users = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                SplittableRandom own = random.split();
                Thread user = new Thread(() -> use(gate, own, over));
                user.start();
                users.add(user);
            }
            Thread.sleep(100 + random.nextInt(1_200)); // how far it gets does not matter
            if (random.nextInt(3) == 0) {
                process.client().loseSessions();
                Thread.sleep(random.nextInt(100));
            }
            over.set(true);
            for (Thread user : users) {
                user.join();
            }
            byFilter.add(gate.statistics().answeredByFilter());
            if (random.nextBoolean()) {
                process.client().crash();
            }
        }
    }

    private void use(Gate<Long> gate, SplittableRandom random, AtomicBoolean over) {
        while (!over.get()) {
            long key = random.nextInt(KEYS);
            try {
                switch (random.nextInt(16)) {
                    case 0 -> {
                        if (gate.state() == GateState.ACTIVE || random.nextInt(4) == 0) {
                            gate.addIfAbsent(key);
                        }
                    }
                    case 1 -> gate.remove(key);
                    default -> ask(gate, key);
                }
            } catch (StoreException lost) {
                assertThat(lost.outcome()).isEqualTo(StoreException.Outcome.NOT_DONE);
            }
            LockSupport.parkNanos(20_000); // guards of all processes need their turn
        }
    }

    private void ask(Gate<Long> gate, long key) {
        long begin = gates.store.now();
        boolean there = gate.contains(key);
        long end = gates.store.now();
        answers.increment();
        if (!gates.store.isRight(key, there, begin, end)) {
            wrong.increment();
        }
    }

    private void runAll(boolean guarded) throws InterruptedException {
        List<Thread> processes = new ArrayList<>();
        List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < PROCESSES; i++) {
            SplittableRandom own = random.split();
            Thread process = new Thread(() -> {
                try {
                    for (int round = 0; round < ROUNDS; round++) {
                        round(own, guarded);
                        Thread.sleep(own.nextInt(1_500)); // so that the others are alone now and then
                    }
                } catch (Throwable problem) {
                    problems.add(problem);
                }
            });
            process.start();
            processes.add(process);
        }
        for (Thread process : processes) {
            process.join();
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void contains_processesComeAndGo_isNeverWrong() throws InterruptedException {
        runAll(true);
        assertThat(wrong.sum())
                .as("wrong answers of %s, seed %s", answers.sum(), SEED)
                .isZero();
        assertThat(byFilter.sum()).isPositive();
        assertThat(gates.locks.openSessions()).isZero();
        assertThat(gates.locks.locked()).isZero();
    }

    /** Control. */
    @Test
    void contains_processesComeAndGoUnguarded_isWrong() throws InterruptedException {
        runAll(false);
        assertThat(wrong.sum()).isPositive();
    }
}
