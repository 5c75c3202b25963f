package dev.bloomery.testkit.store;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Locks in memory, and the ways in which they can be wrong. */
final class MemoryLocks implements StoreLocks {
    /** What is broken on purpose. */
    enum Fault {
        NONE,
        /** A lock that a session has is given to another one. */
        SHARES_LOCKS,
        /** A session sees its own locks as those of others. */
        SHOWS_OWN_LOCKS,
        /** Closing a session gives no lock back. */
        KEEPS_LOCKS,
        /** A session that is lost says that all is well. */
        HIDES_LOSS,
        /** Between the look at the epoch and its change another one may come. */
        RAISES_IN_TWO_STEPS,
        /** Whoever says so ends the epoch. */
        ENDS_ANY_EPOCH,
        /** A process that is stopped loses its locks. */
        FORGETS_STOPPED
    }

    /** What all sessions of a set of keys share. */
    static final class Shared {
        private final @Nullable MemorySession[] holders = new MemorySession[COUNT];
        private final Set<MemorySession> sessions = new HashSet<>();
        private Epoch epoch = Epoch.NONE;

        synchronized void breakSessions() {
            sessions.forEach(session -> {
                session.lost = true;
                session.giveBack();
            });
            sessions.clear();
        }

        synchronized int leftBehind() {
            return sessions.size();
        }
    }

    private final Shared shared;
    private final Fault fault;

    MemoryLocks(Shared shared, Fault fault) {
        this.shared = shared;
        this.fault = fault;
    }

    @Override
    public Session open() {
        return openHere();
    }

    private MemorySession openHere() {
        MemorySession session = new MemorySession();
        synchronized (shared) {
            shared.sessions.add(session);
        }
        return session;
    }

    /** As another process would: it has no thread that could be stopped, so its methods are not called then. */
    LocksHolder otherProcess() {
        MemorySession session = openHere();
        return new LocksHolder() {
            @Override
            public boolean tryLock(int number) {
                return session.tryLock(number);
            }

            @Override
            public int lockedByOthers() {
                return session.lockedByOthers();
            }

            @Override
            public void stop() {
                if (fault == Fault.FORGETS_STOPPED) {
                    session.close();
                }
            }

            @Override
            public void resume() {}

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private final class MemorySession implements Session {
        private boolean lost;

        private void requireThere() {
            if (lost && fault != Fault.HIDES_LOSS) {
                throw new StoreException("the session is lost", null);
            }
        }

        @Override
        public boolean tryLock(int number) {
            synchronized (shared) {
                requireThere();
                if (shared.holders[number] != null && fault != Fault.SHARES_LOCKS) {
                    return false;
                }
                shared.holders[number] = this;
                return true;
            }
        }

        @Override
        public void unlock(int number) {
            synchronized (shared) {
                requireThere();
                shared.holders[number] = null;
            }
        }

        @Override
        public int lockedByOthers() {
            synchronized (shared) {
                requireThere();
                int locked = 0;
                for (int number = 0; number < COUNT; number++) {
                    MemorySession holder = shared.holders[number];
                    if (holder != null && (holder != this || fault == Fault.SHOWS_OWN_LOCKS)) {
                        locked |= 1 << number;
                    }
                }
                return locked;
            }
        }

        @Override
        public Optional<Epoch> raiseEpoch(long owner) {
            Epoch before;
            synchronized (shared) {
                requireThere();
                before = shared.epoch;
                if (fault != Fault.RAISES_IN_TWO_STEPS) {
                    shared.epoch = new Epoch(before.number() + 1, owner, false);
                    return Optional.of(before);
                }
            }
            LockSupport.parkNanos(1_000_000);
            synchronized (shared) {
                shared.epoch = new Epoch(before.number() + 1, owner, false);
            }
            return Optional.of(before);
        }

        @Override
        public void endEpoch(Epoch epoch) {
            synchronized (shared) {
                requireThere();
                Epoch now = shared.epoch;
                boolean isLast = now.number() == epoch.number() && now.owner() == epoch.owner();
                if (isLast || fault == Fault.ENDS_ANY_EPOCH) {
                    shared.epoch = new Epoch(now.number(), now.owner(), true);
                }
            }
        }

        private void giveBack() {
            for (int number = 0; number < COUNT; number++) {
                if (shared.holders[number] == this) {
                    shared.holders[number] = null;
                }
            }
        }

        @Override
        public void close() {
            synchronized (shared) {
                if (fault == Fault.KEEPS_LOCKS) {
                    return;
                }
                lost = true;
                giveBack();
                shared.sessions.remove(this);
            }
        }
    }
}
