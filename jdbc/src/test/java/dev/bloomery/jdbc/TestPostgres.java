package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL for tests: the one that {@value #VARIABLE} names, or one that comes with the build and is started here. Where neither works, tests
 * fail with a message that says what to do; they are never skipped.
 *
 * <p>Each test takes a schema of its own, so one server serves them all: {@link #shared}.
 */
final class TestPostgres implements AutoCloseable {
    /** The environment variable with the address of a server: a JDBC URL with user and password. */
    static final String VARIABLE = "BLOOMERY_TEST_POSTGRES";

    private static final AtomicLong SCHEMAS = new AtomicLong();
    private static @Nullable TestPostgres shared;

    private final @Nullable Path directory;
    private @Nullable EmbeddedPostgres server;
    private final String url;
    private final Map<String, String> settings;

    private TestPostgres(
            @Nullable EmbeddedPostgres server, @Nullable Path directory, String url, Map<String, String> settings) {
        this.server = server;
        this.directory = directory;
        this.url = url;
        this.settings = settings;
    }

    /** The server for all tests of this process; it ends with it. */
    static synchronized TestPostgres shared() {
        if (shared == null) {
            TestPostgres started = start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            shared = started;
        }
        return shared;
    }

    /** A server of its own, which may be restarted; with {@value #VARIABLE} it is the named one all the same. */
    static TestPostgres start() {
        return start(Map.of());
    }

    /** The same, with settings of the server; with {@value #VARIABLE} they are ignored. */
    static TestPostgres start(Map<String, String> settings) {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) {
            return new TestPostgres(null, null, named, settings);
        }
        try {
            Path directory = Files.createTempDirectory("bloomery-postgres");
            EmbeddedPostgres server = startIn(directory, 0, settings);
            return new TestPostgres(server, directory, server.getJdbcUrl("postgres", "postgres"), settings);
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(
                    "no PostgreSQL for the tests: the one that comes with the build (Linux on amd64, user namespaces allowed for root) "
                            + "did not start. Install a PostgreSQL 14 or newer and set " + VARIABLE
                            + "=jdbc:postgresql://localhost:5432/<database>?user=<user>&password=<password>, with a user who may create schemas",
                    problem);
        }
    }

    private static EmbeddedPostgres startIn(Path directory, int port, Map<String, String> settings) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setServerConfig("max_connections", "200")
                .setPGStartupWait(Duration.ofSeconds(60));
        settings.forEach(builder::setServerConfig);
        return (port == 0 ? builder : builder.setPort(port)).start();
    }

    /** False: it is the one that {@value #VARIABLE} names, which tests do not stop. */
    boolean isOwn() {
        return directory != null;
    }

    /** Stops the server: connections break, new ones are refused. Only of a server that was started here. */
    synchronized void stop() {
        requireOwn();
        if (server != null) {
            try {
                server.close();
                server = null;
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    private Path requireOwn() {
        if (directory == null) {
            throw new IllegalStateException(
                    "the server of " + VARIABLE + " is not stopped by tests; unset it to run this test");
        }
        return directory;
    }

    /**
     * Kills one process of the server without notice. The server then ends all others, throws away what it
     * had only in memory, and recovers from its disk by itself. Returns when it answers again. Only of a
     * server that was started here.
     */
    void crash() {
        requireOwn();
        try (Connection watching = dataSource().getConnection();
                Connection killed = dataSource().getConnection()) {
            ProcessHandle process = ProcessHandle.of(number(killed, "SELECT pg_backend_pid()"))
                    .orElseThrow(
                            () -> new IllegalStateException("the process of the connection is not on this machine"));
            if (!process.destroyForcibly()) {
                throw new IllegalStateException("the process of the connection cannot be killed");
            }
            while (watching.isValid(5)) {
                LockSupport.parkNanos(5_000_000);
            }
        } catch (SQLException broken) {
            // as it should
        }
        awaitAnswer();
    }

    private void awaitAnswer() {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try (Connection connection = dataSource().getConnection()) {
                long unused = number(connection, "SELECT 1");
                return;
            } catch (SQLException notYet) {
                if (System.nanoTime() > giveUp) {
                    throw new IllegalStateException("the server does not recover", notYet);
                }
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * At the next start the server is a standby without a primary, until it is promoted. Only of a server
     * that was started here.
     */
    void beStandbyNext() {
        try {
            Files.createFile(requireOwn().resolve("standby.signal"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Starts the server again, with its data and at its port. */
    synchronized void startAgain() {
        if (directory != null && server == null) {
            try {
                server = startIn(directory, port(), settings);
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    /** The port, for a proxy in front of it. */
    int port() {
        return dataSource().getPortNumbers()[0];
    }

    /** The host, for a proxy in front of it. */
    String host() {
        return dataSource().getServerNames()[0];
    }

    /** Makes a schema that nobody else uses. */
    String newSchema() {
        String name = "t" + ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime()) + "_"
                + SCHEMAS.incrementAndGet();
        execute(dataSource(), "CREATE SCHEMA " + name);
        return name;
    }

    /** A connection each time. */
    PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    /** A connection each time, in a schema. */
    PGSimpleDataSource dataSource(String schema) {
        PGSimpleDataSource source = dataSource();
        source.setCurrentSchema(schema);
        return source;
    }

    /** A connection each time, in a schema, by way of a proxy on this machine. */
    PGSimpleDataSource dataSource(String schema, int proxyPort) {
        PGSimpleDataSource source = dataSource(schema);
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {proxyPort});
        return source;
    }

    /** The address of a source with its user, for another process. */
    static String url(PGSimpleDataSource source) {
        String url = source.getURL();
        String named = source.getUser() == null || url.contains("user=")
                ? url
                : url + (url.contains("?") ? "&" : "?") + "user=" + source.getUser();
        return source.getPassword() == null || url.contains("password=")
                ? named
                : named + "&password=" + source.getPassword();
    }

    /** A pool over a source of connections; to be closed. */
    static HikariDataSource pool(javax.sql.DataSource source, int connections) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(5_000);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Runs statements, each by itself. */
    static void execute(javax.sql.DataSource source, String... statements) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(statements)) {
                statement.execute(sql);
            }
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    /** Stops the server, if it was started here, and deletes its data. */
    @Override
    public void close() {
        if (directory == null) {
            return;
        }
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
