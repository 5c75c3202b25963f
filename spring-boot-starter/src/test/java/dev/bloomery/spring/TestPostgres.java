package dev.bloomery.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL for tests: the one that {@value #VARIABLE} names, or one that comes with the build. One server serves all tests of this
 * process; each takes a schema of its own.
 */
final class TestPostgres {
    /** The environment variable with the address of a server: a JDBC URL with user and password. */
    static final String VARIABLE = "BLOOMERY_TEST_POSTGRES";

    private static final AtomicLong SCHEMAS = new AtomicLong();
    private static @Nullable String url;

    private TestPostgres() {}

    private static synchronized String url() {
        String known = url;
        if (known == null) {
            String named = System.getenv(VARIABLE);
            known = named == null || named.isBlank() ? started() : named;
            url = known;
        }
        return known;
    }

    private static String started() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .start();
            return server.getJdbcUrl("postgres", "postgres");
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(
                    "no PostgreSQL for the tests: the one that comes with the build (Linux on amd64) did not start; install one and set "
                            + VARIABLE + " to its JDBC URL with user and password",
                    problem);
        }
    }

    static String newSchema() {
        String name = "s" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        execute(source(), "DROP SCHEMA IF EXISTS " + name + " CASCADE", "CREATE SCHEMA " + name);
        return name;
    }

    static PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url());
        return source;
    }

    static PGSimpleDataSource source(String schema) {
        PGSimpleDataSource source = source();
        source.setCurrentSchema(schema);
        return source;
    }

    static int port() {
        return source().getPortNumbers()[0];
    }

    /** The properties of an application that works in this schema, by way of this port of this machine. */
    static String[] properties(String schema, int port) {
        PGSimpleDataSource source = source();
        return new String[] {
            // COMMIT is sent as text each time, so that a proxy can see it
            "spring.datasource.url=jdbc:postgresql://127.0.0.1:" + port + "/" + source.getDatabaseName()
                    + "?prepareThreshold=0&currentSchema=" + schema,
            "spring.datasource.username=" + source.getUser(),
            "spring.datasource.password=" + (source.getPassword() == null ? "" : source.getPassword()),
            "spring.datasource.hikari.maximum-pool-size=16",
            "spring.datasource.hikari.minimum-idle=0"
        };
    }

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

    static long number(javax.sql.DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }
}
