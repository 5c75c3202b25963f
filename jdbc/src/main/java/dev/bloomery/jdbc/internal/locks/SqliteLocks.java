package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.connection.Database;
import dev.bloomery.jdbc.internal.connection.KeylessCause;
import dev.bloomery.jdbc.internal.dialect.ColumnPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Locks of a file beside the database of SQLite, which end with the process. The epoch is in the database itself. A session needs no connection, but for the moments in
 * which it raises or ends the epoch.
 */
final class SqliteLocks implements StoreLocks {
    private final DataSource source;
    private final ColumnPlace place;
    private final LockName name;
    private final Path database;
    private final AtomicBoolean warned = new AtomicBoolean();

    private SqliteLocks(DataSource source, ColumnPlace place, Path database) {
        this.source = source;
        this.place = place;
        this.database = database;
        // SQLite takes names for equal that differ in the case of letters
        this.name = LockName.of(
                "", place.table().toLowerCase(Locale.ROOT), place.column().toLowerCase(Locale.ROOT));
    }

    /** Empty for a database that is in no file. */
    static Optional<StoreLocks> of(Connection connection, DataSource source, ColumnPlace place) throws SQLException {
        String schema = place.schema() == null ? "main" : place.schema();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA database_list")) {
            while (row.next()) {
                String file = row.getString(3);
                if (row.getString(2).equalsIgnoreCase(schema) && file != null && !file.isEmpty()) {
                    return Optional.of(new SqliteLocks(source, place, Path.of(file)));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public Session open() {
        Path path = database;
        try {
            // one file has one name, whichever way leads to it
            Path real = Files.exists(database) ? database.toRealPath() : database.toAbsolutePath();
            path = real.resolveSibling(real.getFileName() + "-bloomery-" + name.text() + ".locks");
            return new FileSession(LockFile.open(path));
        } catch (IOException problem) {
            throw new StoreException(
                    "the guard of the gate over " + place + " cannot open the file " + path
                            + "; let this process write to the directory of the database, or open the gate unguarded()",
                    problem,
                    Outcome.NOT_DONE);
        }
    }

    /** Calls a method that may fail. */
    private interface Task<T> {
        T run() throws IOException, SQLException;
    }

    private final class FileSession implements Session {
        private final LockFile file;
        private boolean isOver;

        FileSession(LockFile file) {
            this.file = file;
        }

        private <T> T run(Task<T> task) {
            if (isOver) {
                throw new StoreException("the session of the guard of a gate is over", null, Outcome.NOT_DONE);
            }
            try {
                file.requireCurrent();
                return task.run();
            } catch (IOException | SQLException problem) {
                throw new StoreException(
                        "the guard of the gate over " + place + " has failed",
                        KeylessCause.of(problem),
                        Outcome.NOT_DONE);
            }
        }

        @Override
        public boolean tryLock(int number) {
            return run(() -> file.tryLock(number, this));
        }

        @Override
        public void unlock(int number) {
            boolean unused = run(() -> {
                file.unlock(number, this);
                return true;
            });
        }

        @Override
        public int lockedByOthers() {
            return run(() -> file.lockedByOthers(this));
        }

        @Override
        public Optional<Epoch> raiseEpoch(long owner) {
            return run(() -> {
                try (Connection connection = connection()) {
                    try {
                        return epochs().raise(connection, owner);
                    } finally {
                        if (!connection.getAutoCommit()) {
                            connection.rollback();
                            connection.setAutoCommit(true);
                        }
                    }
                }
            });
        }

        @Override
        public void endEpoch(Epoch epoch) {
            boolean unused = run(() -> {
                try (Connection connection = connection()) {
                    epochs().end(connection, epoch);
                    return true;
                }
            });
        }

        private Connection connection() throws SQLException {
            Connection connection = source.getConnection();
            try {
                Database.requireAutoCommit(connection);
                return connection;
            } catch (SQLException problem) {
                connection.close();
                throw problem;
            }
        }

        private EpochTable epochs() {
            String schema = place.schema() == null ? "" : '"' + place.schema().replace("\"", "\"\"") + "\".";
            return new EpochTable(schema, "\"", "", "", name, place.toString(), warned);
        }

        @Override
        public void close() {
            if (!isOver) {
                isOver = true;
                file.close(this);
            }
        }
    }
}
