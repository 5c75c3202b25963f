package dev.bloomery.jdbc;

import dev.bloomery.support.MariaDbServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB or a MySQL for tests: the one that {@value #VARIABLE} names, or a MariaDB that comes with the build and is
 * started here. Where neither works, tests fail with a message that says what to do; they are never skipped.
 */
final class TestMariaDb implements AutoCloseable {
    /** The environment variable with the address of a server: a JDBC URL with user and password, and no database in it. */
    static final String VARIABLE = "BLOOMERY_TEST_MARIADB";

    private static final Pattern URL = Pattern.compile("jdbc:(?:mariadb|mysql)://([^/]+)/\\?(.+)");
    private static final AtomicLong DATABASES = new AtomicLong();
    private static @Nullable TestMariaDb shared;

    private final String hostAndPort;
    private final String parameters;
    private final @Nullable MariaDbServer server;
    private final boolean isMariaDb;

    private TestMariaDb(String hostAndPort, String parameters, @Nullable MariaDbServer server) {
        this.hostAndPort = hostAndPort;
        this.parameters = parameters;
        this.server = server;
        try (Connection connection = source(MySqlDriver.MARIADB, "").getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            isMariaDb = row.getString(1).contains("MariaDB");
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    /** The server for all tests of this process; it ends with it. */
    static synchronized TestMariaDb shared() {
        if (shared == null) {
            TestMariaDb started = start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            shared = started;
        }
        return shared;
    }

    /** A server of its own, which may be restarted; with {@value #VARIABLE} it is the named one all the same. */
    static TestMariaDb start() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) {
            Matcher url = URL.matcher(named);
            if (!url.matches()) {
                throw new IllegalStateException(advice());
            }
            return new TestMariaDb(url.group(1), url.group(2), null);
        }
        try {
            MariaDbServer server = MariaDbServer.startInMemory(Path.of("target"));
            return new TestMariaDb("127.0.0.1:" + server.port(), "user=root", server);
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(
                    "the MariaDB that comes with the build (Linux on amd64) did not start; " + advice(), problem);
        }
    }

    private static String advice() {
        return "install a MariaDB 10.7 or newer, or a MySQL 8.0.17 or newer, and set " + VARIABLE
                + "=jdbc:mariadb://localhost:3306/?user=<user>&password=<password>, with a user who may create databases";
    }

    /** A connection each time, in a database that nobody else uses, by the driver of MariaDB. */
    DataSource newDatabase() {
        return newDatabase(MySqlDriver.MARIADB);
    }

    DataSource newDatabase(MySqlDriver driver) {
        return newDatabase(driver, "");
    }

    /** The same, with further parameters of the driver: {@code name=value}. */
    DataSource newDatabase(MySqlDriver driver, String further) {
        return source(driver, newName(), further);
    }

    /** The name of a new database that nobody else uses, whose texts are exact by default. */
    String newName() {
        String name = "t" + ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime()) + "_"
                + DATABASES.incrementAndGet();
        TestPostgres.execute(
                source(MySqlDriver.MARIADB, ""),
                "CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE " + exactCollation());
        return name;
    }

    String exactCollation() {
        return isMariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
    }

    /** False: it is a MySQL. */
    boolean isMariaDb() {
        return isMariaDb;
    }

    DataSource source(MySqlDriver driver, String database) {
        return source(driver, database, "");
    }

    DataSource source(MySqlDriver driver, String database, String further) {
        return driver.source(url(driver, database, further));
    }

    /** For another process. */
    String url(MySqlDriver driver, String database, String further) {
        return driver.url(hostAndPort + "/" + database, with(further));
    }

    /** By way of a proxy on this machine. */
    DataSource source(MySqlDriver driver, String database, int proxyPort, String further) {
        return driver.source(driver.url("127.0.0.1:" + proxyPort + "/" + database, with(further)));
    }

    private String with(String further) {
        return further.isEmpty() ? parameters : parameters + "&" + further;
    }

    /** The port, for a proxy in front of it. */
    int port() {
        return Integer.parseInt(hostAndPort.substring(hostAndPort.lastIndexOf(':') + 1));
    }

    /** False: it is the one that {@value #VARIABLE} names, which tests do not stop. */
    boolean isOwn() {
        return server != null;
    }

    /** Stops the server: connections break, new ones are refused. Only of a server that was started here. */
    void stop() {
        requireOwn().stop();
    }

    /** Starts the server again, with its data and at its port. */
    void startAgain() {
        try {
            requireOwn().startAgain();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private MariaDbServer requireOwn() {
        if (server == null) {
            throw new IllegalStateException(
                    "the server of " + VARIABLE + " is not stopped by tests; unset it to run this test");
        }
        return server;
    }

    /** Ends the server, if it was started here, and deletes its data. */
    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
