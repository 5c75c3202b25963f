package dev.bloomery.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.embedded.RedisExecProvider;

/** A Redis on a port of its own: that of {@value #VARIABLE}, or one that comes with the build. */
final class TestRedis implements AutoCloseable {
    /** The environment variable with the path of a server. */
    static final String VARIABLE = "BLOOMERY_REDIS_SERVER";

    private final Process process;
    private final int port;

    private TestRedis(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static TestRedis start(String... settings) {
        try {
            String named = System.getenv(VARIABLE);
            String server = named == null || named.isBlank() ? embedded() : named;
            int port = freePort();
            Path directory = Files.createTempDirectory("bloomery-redis");
            List<String> command = new ArrayList<>(List.of(
                    server,
                    "--port",
                    String.valueOf(port),
                    "--bind",
                    "127.0.0.1",
                    "--save",
                    "",
                    "--dir",
                    directory.toString()));
            command.addAll(List.of(settings));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            TestRedis redis = new TestRedis(process, port);
            redis.awaitAnswer();
            return redis;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String embedded() throws IOException {
        return RedisExecProvider.defaultProvider().get().getAbsolutePath();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer() {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
                if (socket.getInputStream().read() > 0) {
                    return;
                }
            } catch (IOException notYet) {
                if (System.nanoTime() > giveUp || !process.isAlive()) {
                    throw new IllegalStateException("Redis does not start; set " + VARIABLE, notYet);
                }
            }
            Thread.onSpinWait();
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
