package dev.bloomery.examples.redis;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.embedded.RedisExecProvider;

/**
 * A client of a Redis: of one that runs, or of one that is started here and ends with it. The latter comes with the build, for Linux on amd64; elsewhere
 * {@code BLOOMERY_REDIS_SERVER} names a redis-server or valkey-server.
 */
public final class Redis implements AutoCloseable {
    private static final int START_SECONDS = 20;

    private final RedisClient client;
    private final @Nullable Process server;

    private Redis(RedisClient client, @Nullable Process server) {
        this.client = client;
        this.server = server;
    }

    /**
     * One that runs.
     *
     * @param address {@code host:port}
     * @return a client of it
     */
    public static Redis at(String address) {
        HostAndPort server = HostAndPort.from(address);
        return new Redis(RedisClient.create(server.getHost(), server.getPort()), null);
    }

    /**
     * Starts one that keeps everything in memory.
     *
     * @return a client of it
     * @throws IOException if there is none for this machine, or it does not start
     */
    public static Redis started() throws IOException {
        String named = System.getenv("BLOOMERY_REDIS_SERVER");
        File program = named == null || named.isEmpty()
                ? RedisExecProvider.defaultProvider().get()
                : new File(named);
        int port = freePort();
        Process server = new ProcessBuilder(
                        program.getAbsolutePath(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        RedisClient client = RedisClient.create("127.0.0.1", port);
        awaitAnswer(client, server);
        return new Redis(client, server);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitAnswer(RedisClient client, Process server) throws IOException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try {
                String unused = client.ping();
                return;
            } catch (JedisException notYet) {
                if (!server.isAlive() || System.nanoTime() > giveUp) {
                    server.destroyForcibly();
                    client.close();
                    throw new IOException(
                            "Redis does not start; set BLOOMERY_REDIS_SERVER to a server that does", notYet);
                }
                Thread.onSpinWait();
            }
        }
    }

    /** The client. */
    public RedisClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        if (server != null) {
            server.destroyForcibly();
        }
    }
}
