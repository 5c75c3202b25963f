package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** A server on a port and in a directory of its own. It can be killed, stopped for a while, and started again with what its files have. */
final class RedisProcess implements AutoCloseable {
    /** Long, as other tests may have the processor; whatever is awaited comes much earlier. */
    private static final int LONGEST_MILLIS = 120_000;

    private final String executable;
    private final List<String> first;
    private final List<String> settings;
    private final Path directory;
    private final int port;
    private @Nullable Process process;

    private RedisProcess(String executable, List<String> first, List<String> settings) {
        this.executable = executable;
        this.first = first;
        this.settings = settings;
        try {
            directory = Files.createTempDirectory("bloomery-redis");
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        port = freePort();
        start();
    }

    /** @param settings as on the command line, for example "--maxmemory", "3mb"; nothing is saved unless they say so */
    static RedisProcess started(String... settings) {
        return new RedisProcess(RedisExecutable.path(), List.of(), List.of(settings));
    }

    /** The oldest that is supported. */
    static RedisProcess startedOldest() {
        return new RedisProcess(RedisExecutable.oldest(), List.of(), List.of());
    }

    /** The same with a file of settings. */
    static RedisProcess startedWith(Path file, String... settings) {
        return new RedisProcess(RedisExecutable.path(), List.of(file.toString()), List.of(settings));
    }

    /** A cluster also takes the port above by 10,000, so this one is below 50,000. */
    private static int freePort() {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = 20_000 + socket.getLocalPort() % 25_000;
                try (ServerSocket wanted = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                    return wanted.getLocalPort();
                }
            } catch (IOException taken) {
                // another one
            }
        }
    }

    HostAndPort address() {
        return new HostAndPort("127.0.0.1", port);
    }

    int port() {
        return port;
    }

    /** A connection past everything, for the tests' own commands. */
    Jedis direct() {
        return new Jedis(
                address(),
                DefaultJedisClientConfig.builder().timeoutMillis(10_000).build());
    }

    void start() {
        List<String> command = new ArrayList<>();
        command.add(executable);
        command.addAll(first);
        command.addAll(List.of(
                "--port", String.valueOf(port), "--bind", "127.0.0.1", "--dir", directory.toString(), "--save", ""));
        command.addAll(settings);
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
        } catch (IOException problem) {
            throw new IllegalStateException(
                    "Redis cannot be started on this machine; install Redis 6.2 or newer, or Valkey, and set "
                            + RedisExecutable.VARIABLE + " to its server",
                    problem);
        }
        awaitAnswer();
    }

    private void awaitAnswer() {
        long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        while (true) {
            try (Jedis jedis = direct()) {
                if ("PONG".equals(jedis.ping())) {
                    return;
                }
            } catch (JedisConnectionException | JedisDataException notYet) {
                if (System.nanoTime() > giveUp || !running().isAlive()) {
                    throw new IllegalStateException(
                            "Redis does not start: " + log() + "; set " + RedisExecutable.VARIABLE
                                    + " to a server that does",
                            notYet);
                }
            }
            pause(5);
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (IOException problem) {
            return "no log";
        }
    }

    static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(problem);
        }
    }

    /** Waits until it is so, and not for ever. */
    static void await(String what, BooleanSupplier isSo) {
        long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                throw new AssertionError(what + ": not so after " + LONGEST_MILLIS + " ms");
            }
            pause(5);
        }
    }

    /** Tries it until it succeeds, and not for ever: against a server that has just been started, on a busy machine. */
    static <T> T retried(Supplier<T> task) {
        long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        while (true) {
            try {
                return task.get();
            } catch (StoreException notYet) {
                if (System.nanoTime() > giveUp) {
                    throw notYet;
                }
            }
            pause(20);
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    /** As by kill -9. */
    void kill() {
        try {
            running().destroyForcibly().waitFor();
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the process in the middle of whatever it does, until {@link #resume}; what arrives meanwhile waits in its sockets. */
    void freeze() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int result = new ProcessBuilder(
                            "kill", "-" + name, String.valueOf(running().pid()))
                    .start()
                    .waitFor();
            if (result != 0) {
                throw new IllegalStateException("kill -" + name + " says " + result);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
