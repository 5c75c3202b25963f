package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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

    private TestPostgres(@Nullable EmbeddedPostgres server, @Nullable Path directory, String url) {
        this.server = server;
        this.directory = directory;
        this.url = url;
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
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) {
            return new TestPostgres(null, null, named);
        }
        try {
            Path directory = Files.createTempDirectory("bloomery-postgres");
            EmbeddedPostgres server = startIn(directory, 0);
            return new TestPostgres(server, directory, server.getJdbcUrl("postgres", "postgres"));
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(
                    "no PostgreSQL for the tests: the one that comes with the build (Linux on amd64, user namespaces allowed for root) "
                            + "did not start. Install a PostgreSQL 14 or newer and set " + VARIABLE
                            + "=jdbc:postgresql://localhost:5432/<database>?user=<user>&password=<password>, with a user who may create schemas",
                    problem);
        }
    }

    private static EmbeddedPostgres startIn(Path directory, int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setServerConfig("max_connections", "200")
                .setPGStartupWait(Duration.ofSeconds(60));
        return (port == 0 ? builder : builder.setPort(port)).start();
    }

    /** Stops the server: connections break, new ones are refused. Only of a server that was started here. */
    synchronized void stop() {
        if (directory == null) {
            throw new IllegalStateException(
                    "the server of " + VARIABLE + " is not stopped by tests; unset it to run this test");
        }
        if (server != null) {
            try {
                server.close();
                server = null;
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    /** Starts the server again, with its data and at its port. */
    synchronized void startAgain() {
        if (directory != null && server == null) {
            try {
                server = startIn(directory, port());
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
