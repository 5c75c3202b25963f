package dev.bloomery.jdbc.internal.connection;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Takes connections of a data source, one for each task, and knows what became of a write that failed.
 *
 * <ol>
 *   <li>A lookup is one statement in autocommit mode: it sees all that was committed before it.
 *   <li>A write is a transaction of its own. Until its commit is asked for, a failure means that it was not done: it is rolled back, or the
 *       connection is broken off and never used again. A failure of the commit itself leaves the outcome open.
 *   <li>A connection goes back as it came, or is broken off.
 * </ol>
 */
public final class Database {
    /** Beyond the timeout of a statement, which the server keeps itself if it can. */
    private static final int NETWORK_MARGIN_MILLIS = 1_000;

    /** How often a write is tried that others drive into a deadlock, and how long it waits after the first time. */
    private static final int MOST_TRIES = 10;

    private static final long MOST_PAUSE_NANOS = 2_000_000;

    private final DataSource source;
    private final Dialect dialect;
    private final int timeoutSeconds;
    private final int networkTimeoutMillis;

    public Database(DataSource source, Dialect dialect, Duration timeout) {
        this.source = source;
        this.dialect = dialect;
        timeoutSeconds =
                (int) Math.min(Integer.MAX_VALUE, timeout.plusNanos(999_999_999).toSeconds());
        networkTimeoutMillis = dialect.hasNetwork()
                ? (int) Math.min(Integer.MAX_VALUE, timeout.toMillis() + NETWORK_MARGIN_MILLIS)
                : 0;
    }

    /** A task that needs a connection. */
    @FunctionalInterface
    public interface Task<T> {
        T run(Connection connection) throws SQLException;
    }

    /** A constraint of the table refused a write; nothing was changed. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        public Refused(Throwable cause) {
            super(cause);
        }
    }

    public DataSource source() {
        return source;
    }

    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    public int lookupTimeoutSeconds() {
        return dialect.limitsLookups() ? timeoutSeconds : 0;
    }

    /**
     * Runs a task that changes nothing.
     *
     * @throws StoreException if it fails, with an outcome of not done, because nothing was to be done
     */
    public <T> T read(String what, Task<T> task) {
        Lease lease = new Lease(what);
        try {
            return task.run(lease.connection);
        } catch (SQLException problem) {
            throw failed(what, problem, Outcome.NOT_DONE);
        } finally {
            lease.giveBack();
        }
    }

    /**
     * Runs a task on a connection of the caller's, in whatever transaction that is in. Nothing of the
     * connection is changed.
     *
     * @throws StoreException if it fails
     */
    public <T> T readOn(Connection connection, String what, Task<T> task) {
        try {
            return task.run(connection);
        } catch (SQLException problem) {
            throw failed(what, problem, Outcome.NOT_DONE);
        }
    }

    /**
     * Runs a task and commits what it changed. A task that the database rolled back because of others is run again.
     *
     * @return whether the task said that it changed something
     * @throws Refused if a constraint refused it
     * @throws StoreException if it failed, with its outcome
     */
    public boolean write(String what, Task<Boolean> task) throws Refused {
        for (int tries = 1; tries < MOST_TRIES; tries++) {
            try {
                return writeOnce(what, task);
            } catch (StoreException problem) {
                if (problem.outcome() != Outcome.NOT_DONE
                        || !(problem.getCause() instanceof SQLException cause)
                        || !dialect.isDeadlock(cause)) {
                    throw problem;
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(tries * MOST_PAUSE_NANOS));
            }
        }
        return writeOnce(what, task);
    }

    private boolean writeOnce(String what, Task<Boolean> task) throws Refused {
        Lease lease = new Lease(what);
        try {
            boolean changed = lease.runInTransaction(what, task);
            if (changed) {
                lease.commit(what);
            } else {
                lease.rollBack(); // nothing to lose, whatever becomes of it
            }
            return changed;
        } finally {
            lease.giveBack();
        }
    }

    private StoreException failed(String what, Throwable problem, Outcome outcome) {
        String result = outcome == Outcome.UNKNOWN ? "; whether it was done is not known" : "";
        return new StoreException(
                "the database failed to " + what + result, KeylessCause.of(problem, dialect), outcome);
    }

    /** One connection for one task. */
    private final class Lease {
        final Connection connection;
        private int networkTimeoutBefore = -1;
        private boolean aborted;

        Lease(String what) {
            try {
                connection = source.getConnection();
            } catch (SQLException problem) {
                throw new StoreException(
                        "there is no connection to " + what, KeylessCause.of(problem), Outcome.NOT_DONE);
            }
            try {
                requireAutoCommit(connection);
                limitNetwork();
            } catch (SQLException problem) {
                close(); // not broken off: it may be in the middle of a transaction of the caller's
                throw failed(what, problem, Outcome.NOT_DONE);
            }
        }

        private void limitNetwork() throws SQLException {
            if (networkTimeoutMillis == 0) {
                return;
            }
            try {
                int before = connection.getNetworkTimeout();
                if (before == 0 || before > networkTimeoutMillis) {
                    connection.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
                    networkTimeoutBefore = before;
                }
            } catch (SQLFeatureNotSupportedException cannot) {
                // statements have their timeout
            }
        }

        boolean runInTransaction(String what, Task<Boolean> task) throws Refused {
            try {
                connection.setAutoCommit(false);
                return task.run(connection);
            } catch (SQLException problem) {
                boolean certain = rollBack() || dialect.brokenIsRolledBack();
                if (certain && dialect.isConstraintViolation(problem)) {
                    throw new Refused(KeylessCause.of(problem, dialect));
                }
                throw failed(what, problem, certain ? Outcome.NOT_DONE : Outcome.UNKNOWN);
            } catch (RuntimeException | Error problem) {
                boolean unused = rollBack();
                throw problem;
            }
        }

        void commit(String what) {
            try {
                connection.commit();
            } catch (SQLException problem) {
                if (dialect.refusesCommit(problem) && rollBack()) {
                    throw failed(what, problem, Outcome.NOT_DONE);
                }
                abort();
                throw failed(what, problem, Outcome.UNKNOWN);
            } catch (RuntimeException | Error problem) {
                abort();
                throw failed(what, problem, Outcome.UNKNOWN);
            }
        }

        /** False: it could not, and the connection was broken off. */
        boolean rollBack() {
            try {
                connection.rollback();
                return true;
            } catch (SQLException problem) {
                abort();
                return false;
            }
        }

        /** To be called when no transaction is open that counts. */
        void giveBack() {
            if (!aborted) {
                try {
                    if (!connection.getAutoCommit()) {
                        connection.setAutoCommit(true);
                    }
                    if (networkTimeoutBefore >= 0) {
                        connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
                    }
                } catch (SQLException broken) {
                    abort();
                }
            }
            close();
        }

        /** Nothing goes over this connection any more: else a pool might commit what is open. */
        private void abort() {
            aborted = true;
            try {
                connection.abort(Runnable::run);
            } catch (SQLException | AbstractMethodError cannot) {
                close();
            }
        }

        private void close() {
            try {
                connection.close();
            } catch (SQLException gone) {
                // it is
            }
        }
    }

    /** A connection that comes inside a transaction would let a lookup see an old snapshot, and a write commit what is not its own. */
    public static void requireAutoCommit(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            throw new SQLException(
                    "a connection came with autocommit off, perhaps inside a transaction of the caller's; give the gate a data source of its own, or a pool "
                            + "whose connections come with autocommit on");
        }
    }
}
