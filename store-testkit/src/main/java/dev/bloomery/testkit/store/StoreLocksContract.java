package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.gate.store.StoreLocks.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every {@link StoreLocks} promises. */
public abstract class StoreLocksContract {
    private static final int ALL = (1 << StoreLocks.COUNT) - 1;
    private static final int THREADS = 8;
    private static final int SESSIONS = 200;
    /** A session that is lost must show it earlier, or a gate would trust it for longer than others wait. */
    private static final Duration NOTICES_WITHIN = Duration.ofSeconds(20);
    /** Far longer than anything takes on a busy machine. */
    private static final long GIVE_UP_NANOS = 60_000_000_000L;

    private final List<Session> opened = new ArrayList<>();

    /**
     * The locks of a set of keys: of the same set whenever this test asks, and of one that no other test has. New objects each time, as another
     * gate would have them.
     */
    protected abstract StoreLocks locks() throws Exception;

    /** The locks of another set of keys, which is in the same database. */
    protected abstract StoreLocks locksOfOtherKeys() throws Exception;

    /** Another process with a session of the locks of {@link #locks}. */
    protected abstract LocksHolder otherProcess() throws Exception;

    /** Cuts what open sessions have, a connection say, without a word to them. */
    protected abstract void breakSessions() throws Exception;

    /** What sessions of {@link #locks} have in the store at this moment: locks, connections. */
    protected abstract int leftBehind() throws Exception;

    /** For how long a process is stopped: longer than whatever ends by itself in the store. */
    protected Duration longStop() {
        return Duration.ofSeconds(1);
    }

    private Session open() throws Exception {
        return opened(locks().open());
    }

    private Session opened(Session session) {
        opened.add(session);
        return session;
    }

    /** Closes what a test has left open. */
    @AfterEach
    void closeSessions() {
        opened.forEach(Session::close);
    }

    // exclusion

    @Test
    void tryLock_freeLocks_takesEachOfThem() throws Exception {
        Session session = open();
        for (int number = 0; number < StoreLocks.COUNT; number++) {
            assertThat(session.tryLock(number)).as("lock %d", number).isTrue();
        }
        assertThat(session.lockedByOthers()).isZero();
    }

    @Test
    void tryLock_lockOfOtherSession_isFalseUntilUnlocked() throws Exception {
        Session holder = open();
        Session other = open();
        for (int number = 0; number < StoreLocks.COUNT; number++) {
            assertThat(holder.tryLock(number)).isTrue();
            assertThat(other.tryLock(number)).as("lock %d", number).isFalse();
            holder.unlock(number);
            assertThat(other.tryLock(number)).as("lock %d", number).isTrue();
            assertThat(holder.tryLock(number)).as("lock %d", number).isFalse();
        }
    }

    @Test
    void tryLock_sessionsOfOneObject_excludeEachOther() throws Exception {
        StoreLocks locks = locks();
        Session holder = opened(locks.open());
        Session other = opened(locks.open());
        assertThat(holder.tryLock(3)).isTrue();
        assertThat(other.tryLock(3)).isFalse();
        assertThat(other.lockedByOthers()).isEqualTo(1 << 3);
    }

    @Test
    void close_sessionWithLocks_givesThemBack() throws Exception {
        Session holder = open();
        Session stays = open();
        assertThat(holder.tryLock(0)).isTrue();
        assertThat(holder.tryLock(7)).isTrue();
        assertThat(stays.tryLock(1)).isTrue();
        holder.close();
        Session other = open();
        assertThat(other.lockedByOthers()).isEqualTo(1 << 1);
        assertThat(other.tryLock(0)).isTrue();
        assertThat(other.tryLock(7)).isTrue();
        assertThat(other.tryLock(1)).as("of a session that stays").isFalse();
    }

    @Test
    void lockedByOthers_locksOfTwoSessions_areThoseOfTheOther() throws Exception {
        Session even = open();
        Session odd = open();
        Session none = open();
        int evenLocks = 0;
        for (int number = 0; number < StoreLocks.COUNT; number++) {
            assertThat((number % 2 == 0 ? even : odd).tryLock(number)).isTrue();
            evenLocks |= number % 2 == 0 ? 1 << number : 0;
        }
        assertThat(even.lockedByOthers()).isEqualTo(ALL & ~evenLocks);
        assertThat(odd.lockedByOthers()).isEqualTo(evenLocks);
        assertThat(none.lockedByOthers()).isEqualTo(ALL);
        even.unlock(4);
        assertThat(odd.lockedByOthers()).isEqualTo(evenLocks & ~(1 << 4));
        assertThat(even.lockedByOthers()).isEqualTo(ALL & ~evenLocks);
    }

    @Test
    void tryLock_lockOfOtherKeys_isFree() throws Exception {
        Session session = open();
        Session other = opened(locksOfOtherKeys().open());
        assertThat(session.tryLock(0)).isTrue();
        assertThat(session.tryLock(5)).isTrue();
        assertThat(other.lockedByOthers()).isZero();
        assertThat(other.tryLock(5)).isTrue();
        assertThat(session.lockedByOthers()).isZero();
    }

    @Test
    void tryLock_manySessionsAtOnce_oneHasItAtATime() throws Exception {
        StoreLocks locks = locks();
        int[] inside = new int[1];
        List<Integer> taken = together(thread -> {
            int times = 0;
            try (Session session = locks.open()) {
                for (long end = System.nanoTime() + 500_000_000; System.nanoTime() < end; ) {
                    if (session.tryLock(2)) {
                        int before = inside[0]++; // no other thread is here
                        assertThat(before).isZero();
                        times++;
                        Thread.sleep(1);
                        inside[0]--;
                        session.unlock(2);
                    }
                }
            }
            return times;
        });
        assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isPositive();
    }

    // processes

    @Test
    void tryLock_lockOfOtherProcess_isFreeWhenItWasKilled() throws Exception {
        Session session = open();
        try (LocksHolder process = otherProcess()) {
            assertThat(process.tryLock(1)).isTrue();
            assertThat(process.tryLock(6)).isTrue();
            assertThat(session.tryLock(1)).isFalse();
            assertThat(session.tryLock(2)).isTrue();
            assertThat(session.lockedByOthers()).isEqualTo(1 << 1 | 1 << 6);
            assertThat(process.lockedByOthers()).isEqualTo(1 << 2);
            assertThat(process.tryLock(2)).isFalse();
        }
        await("the locks of a process that was killed are free", () -> session.lockedByOthers() == 0);
        assertThat(session.tryLock(1)).isTrue();
        assertThat(session.tryLock(6)).isTrue();
    }

    @Test
    void tryLock_lockOfStoppedProcess_isNotFree() throws Exception {
        Session session = open();
        try (LocksHolder process = otherProcess()) {
            assertThat(process.tryLock(4)).isTrue();
            process.stop();
            long end = System.nanoTime() + longStop().toNanos();
            while (System.nanoTime() < end) {
                assertThat(session.tryLock(4)).isFalse();
                assertThat(session.lockedByOthers()).isEqualTo(1 << 4);
                Thread.sleep(100);
            }
            process.resume();
            assertThat(session.tryLock(3)).isTrue();
            assertThat(process.lockedByOthers())
                    .as("seen by the process, which still has its session")
                    .isEqualTo(1 << 3);
            assertThat(session.tryLock(4)).isFalse();
            process.stop();
        } // killed while it is stopped
        await("the locks of a process that was killed are free", () -> session.lockedByOthers() == 0);
        assertThat(session.tryLock(4)).isTrue();
    }

    // loss

    @Test
    void methods_lostSession_throwSoon() throws Exception {
        List<Consumer<Session>> methods = List.of(
                session -> session.tryLock(1),
                session -> session.unlock(0),
                Session::lockedByOthers,
                session -> session.raiseEpoch(1),
                session -> session.endEpoch(new Epoch(1, 1, false)));
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            sessions.add(open());
        }
        Session first = sessions.get(0);
        assertThat(first.tryLock(0)).isTrue();
        Session second = sessions.get(1);
        breakSessions();
        for (int i = 0; i < methods.size(); i++) {
            Session session = sessions.get(i);
            Consumer<Session> method = methods.get(i);
            if (session == second) {
                continue; // it has no lock to give back
            }
            assertThrowsSoon("method " + i, () -> method.accept(session));
            assertThrowsSoon("a look after method " + i, session::lockedByOthers);
        }
        assertThrowsSoon("giving back a lock that is lost", () -> first.unlock(0));
        sessions.forEach(Session::close);
        Session next = reopen();
        await("what a lost session had is free", () -> next.tryLock(0));
    }

    /** A pool of connections may hand out some that were cut as well. */
    private Session reopen() throws Exception {
        long begun = System.nanoTime();
        while (true) {
            try {
                return open();
            } catch (StoreException problem) {
                if (System.nanoTime() - begun > GIVE_UP_NANOS) {
                    throw problem;
                }
                Thread.sleep(20);
            }
        }
    }

    private static void assertThrowsSoon(String what, ThrowingCallable call) {
        long begun = System.nanoTime();
        assertThatThrownBy(call).as(what).isInstanceOf(StoreException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(what).isLessThan(NOTICES_WITHIN);
    }

    @Test
    void close_lostSession_throwsNothing() throws Exception {
        Session session = open();
        assertThat(session.tryLock(0)).isTrue();
        breakSessions();
        session.close();
        session.close();
        Session next = reopen();
        await("what a lost session had is free", () -> next.tryLock(0));
    }

    @Test
    void open_manySessionsOneAfterTheOther_leaveNothing() throws Exception {
        StoreLocks locks = locks();
        locks.open().close(); // a pool keeps the connection
        int before = leftBehind();
        for (int i = 0; i < SESSIONS; i++) {
            try (Session session = locks.open()) {
                assertThat(session.tryLock(i % StoreLocks.COUNT))
                        .as("session %d", i)
                        .isTrue();
            }
        }
        await("nothing is left of " + SESSIONS + " sessions", () -> {
            try {
                return leftBehind() <= before;
            } catch (Exception problem) {
                throw new IllegalStateException(problem);
            }
        });
    }

    // the epoch

    @Test
    void raiseEpoch_oneAfterTheOther_returnsTheOneBefore() throws Exception {
        Session session = open();
        Epoch first = session.raiseEpoch(-11).orElseThrow();
        assertThat(first.number()).isZero();
        assertThat(first.owner()).isZero();
        assertThat(open().raiseEpoch(Long.MIN_VALUE)).contains(new Epoch(1, -11, false));
        session.close();
        assertThat(open().raiseEpoch(33)).contains(new Epoch(2, Long.MIN_VALUE, false));
    }

    @Test
    void raiseEpoch_otherKeys_haveTheirOwn() throws Exception {
        assertThat(open().raiseEpoch(5)).isPresent();
        assertThat(opened(locksOfOtherKeys().open()).raiseEpoch(6))
                .hasValueSatisfying(epoch -> assertThat(epoch.number()).isZero());
        assertThat(open().raiseEpoch(7)).contains(new Epoch(1, 5, false));
    }

    @Test
    void endEpoch_ofTheLast_showsInTheNext() throws Exception {
        Session session = open();
        assertThat(session.raiseEpoch(5)).isPresent();
        session.endEpoch(new Epoch(1, 5, false));
        assertThat(open().raiseEpoch(6)).contains(new Epoch(1, 5, true));
        assertThat(open().raiseEpoch(7)).contains(new Epoch(2, 6, false));
    }

    @Test
    void endEpoch_raisedSinceOrOfOther_changesNothing() throws Exception {
        Session session = open();
        assertThat(session.raiseEpoch(5)).isPresent();
        assertThat(open().raiseEpoch(6)).isPresent();
        session.endEpoch(new Epoch(1, 5, false));
        session.endEpoch(new Epoch(2, 5, false));
        session.endEpoch(new Epoch(1, 6, false));
        assertThat(open().raiseEpoch(7)).contains(new Epoch(2, 6, false));
    }

    @Test
    void raiseEpoch_manySessionsAtOnce_eachSeesTheOneBefore() throws Exception {
        int raises = 25;
        Map<Long, Epoch> before = new TreeMap<>();
        List<Map<Long, Epoch>> all = together(thread -> {
            Map<Long, Epoch> seen = new TreeMap<>();
            try (Session session = locks().open()) { // the first ones make whatever it takes at the same time
                for (int i = 0; i < raises; i++) {
                    long owner = 1_000L * (thread + 1) + i;
                    seen.put(owner, session.raiseEpoch(owner).orElseThrow());
                }
            }
            return seen;
        });
        all.forEach(before::putAll);
        Map<Long, Long> raisedTo = new TreeMap<>();
        before.forEach((owner, epoch) -> raisedTo.put(epoch.number() + 1, owner));
        assertThat(raisedTo).as("no number twice").hasSize(THREADS * raises);
        before.values().stream()
                .filter(epoch -> epoch.number() > 0)
                .forEach(epoch -> assertThat(epoch.owner())
                        .as("who raised it to %d", epoch.number())
                        .isEqualTo(raisedTo.get(epoch.number())));
        assertThat(open().raiseEpoch(1).orElseThrow().number()).isEqualTo((long) THREADS * raises);
    }

    // earlier writes

    @Test
    void awaitEarlierWrites_quietStore_returns() throws Exception {
        Session session = open();
        assertThat(session.tryLock(1)).isTrue();
        assertThat(session.awaitEarlierWrites(30_000)).isTrue();
        assertThat(session.lockedByOthers()).isZero();
    }

    /** What one thread of several does. */
    private interface Part<T> {
        T run(int thread) throws Exception;
    }

    private static <T> List<T> together(Part<T> part) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<T>> parts = IntStream.range(0, THREADS)
                    .mapToObj(thread -> (Callable<T>) () -> part.run(thread))
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(parts)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void await(String what, BooleanSupplier isSo) throws InterruptedException {
        long begun = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime() - begun).as(what).isLessThan(GIVE_UP_NANOS);
            Thread.sleep(20);
        }
    }
}
