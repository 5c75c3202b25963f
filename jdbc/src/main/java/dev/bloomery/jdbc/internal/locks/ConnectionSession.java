package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.connection.KeylessCause;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session on a connection of its own, whose locks end with it. What goes wrong once ends the session: nobody can say then whether the connection, and with it the locks,
 * are still there.
 */
abstract class ConnectionSession implements StoreLocks.Session {
    final Connection connection;
    private final int silenceMillis;
    private int networkTimeoutBefore;
    private int isolationBefore;
    private int own;
    private @Nullable WritersLook earlier; // those who wrote when it was first asked after the last lock was taken
    private boolean isLost;
    private boolean isClosed;

    ConnectionSession(Connection connection, int silenceMillis) {
        this.connection = connection;
        this.silenceMillis = silenceMillis;
    }

    /** Sets the connection up; if that fails the session is closed. */
    final void begin(String whose) {
        try {
            try {
                networkTimeoutBefore = connection.getNetworkTimeout();
                connection.setNetworkTimeout(Runnable::run, silenceMillis);
            } catch (SQLFeatureNotSupportedException cannot) {
                throw new SQLException(
                        "the driver cannot limit how long it waits for the server; use a newer one", cannot);
            }
            isolationBefore = connection.getTransactionIsolation();
            if (isolationBefore != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            prepare();
        } catch (SQLException problem) {
            isLost = true;
            close();
            throw new StoreException(
                    "the guard of the gate over " + whose + " could not begin a session",
                    KeylessCause.of(problem),
                    Outcome.NOT_DONE);
        } catch (RuntimeException problem) {
            isLost = true;
            close();
            throw problem;
        }
    }

    // what a database does

    abstract void prepare() throws SQLException;

    abstract boolean take(int number) throws SQLException;

    abstract void giveBack(int number) throws SQLException;

    /**
     * Who has which lock.
     *
     * @param owned a bit for each lock that this session should have; throws if it has another one or lacks one
     */
    abstract int look(int owned) throws SQLException;

    /** The transactions, of others, that may have written the keys and have not ended. Later ones do not count, or it would never end where there is always one. */
    abstract WritersLook earlierWriters() throws SQLException;

    abstract EpochTable epochs();

    /** Before the row of the epoch is raised. */
    abstract void release() throws SQLException;

    /** The session is lost: the server may have it for as long as it does not notice that nobody is there. */
    void abandon() {}

    /** Looks again. */
    interface WritersLook {
        /** Whether all of them have ended. */
        boolean haveEnded() throws SQLException;
    }

    // what they have in common

    private interface Task<T> {
        T run() throws SQLException;
    }

    private <T> T run(Task<T> task) {
        if (isLost || isClosed) {
            throw new StoreException(
                    "the session of the guard of a gate is over, and its locks are lost", null, Outcome.NOT_DONE);
        }
        try {
            return task.run();
        } catch (SQLException problem) {
            isLost = true;
            throw new StoreException(
                    "the guard of a gate has lost its connection to the database, and so its locks",
                    KeylessCause.of(problem),
                    Outcome.NOT_DONE);
        } catch (RuntimeException | Error problem) {
            isLost = true;
            throw problem;
        }
    }

    /** That somebody else uses the connection of this session. */
    static SQLException isShared() {
        return new SQLException(
                "the connection of the guard was given to others as well, as a pooler does in transaction mode (PgBouncer with"
                        + " pool_mode=transaction, for example); give the guard a connection past the pooler with locksFrom(...), or one in"
                        + " session mode");
    }

    @Override
    public final boolean tryLock(int number) {
        return run(() -> {
            boolean taken = take(number);
            if (taken) {
                own |= 1 << number;
                earlier = null;
            }
            return taken;
        });
    }

    @Override
    public final void unlock(int number) {
        boolean unused = run(() -> {
            giveBack(number);
            own &= ~(1 << number);
            return true;
        });
    }

    @Override
    public final int lockedByOthers() {
        return run(() -> look(own));
    }

    /** {@inheritDoc} Who is asked again goes on with those transactions that were open the first time, until another lock is taken. */
    @Override
    public final boolean awaitEarlierWrites(long longestMillis) {
        return run(() -> {
            long begun = System.nanoTime();
            if (earlier == null) {
                earlier = earlierWriters();
            }
            while (!earlier.haveEnded()) {
                if (System.nanoTime() - begun >= longestMillis * 1_000_000) {
                    return false;
                }
                pause();
            }
            earlier = null;
            return true;
        });
    }

    /** Between two looks at earlier writers. */
    long pauseMillis() {
        return 20;
    }

    private void pause() {
        try {
            Thread.sleep(pauseMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while waiting for earlier writes", interrupted, Outcome.NOT_DONE);
        }
    }

    @Override
    public final Optional<StoreLocks.Epoch> raiseEpoch(long owner) {
        return run(() -> {
            Optional<StoreLocks.Epoch> before = epochs().raise(connection, owner);
            int unused = look(own); // the answers came over this connection, with its locks
            return before;
        });
    }

    @Override
    public final void endEpoch(StoreLocks.Epoch epoch) {
        boolean unused = run(() -> {
            epochs().end(connection, epoch);
            return true;
        });
    }

    /** Gives the connection back as it was, or breaks it off. */
    @Override
    public final void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (!isLost) {
            try {
                release();
                connection.setTransactionIsolation(isolationBefore);
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            } catch (SQLException | RuntimeException broken) {
                isLost = true;
            }
        }
        if (isLost) {
            abandon();
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | RuntimeException | AbstractMethodError cannot) {
                // closing is all that is left
            }
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException gone) {
            // it is
        }
    }
}
