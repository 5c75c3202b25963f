package dev.bloomery.redis.internal.lettuce;

import dev.bloomery.redis.internal.server.LineException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A client with the threads and the options of that of the user, but without reconnection: with it, Lettuce sends
 * commands that have no answer again, also those that the server has executed.
 */
final class OwnClient implements AutoCloseable {
    private static final long CLOSE_SECONDS = 2;

    private final RedisClient client;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /** @param options of the client of the user */
    OwnClient(ClientResources threads, ClientOptions options) {
        client = RedisClient.create(threads);
        client.setOptions(options.mutate()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP2)
                .build());
    }

    boolean isClosed() {
        return isClosed.get();
    }

    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(RedisURI uri) {
        if (isClosed()) {
            throw LineException.notSent("the servers were closed", null);
        }
        return client.connectAsync(ByteArrayCodec.INSTANCE, uri).toCompletableFuture();
    }

    /** For how long a server may take to accept a connection. */
    Duration connectTimeout() {
        return client.getOptions().getSocketOptions().getConnectTimeout();
    }

    /** Closes a connection, and waits a short time for that: if this client is closed next, it is not closed twice. */
    void close(StatefulRedisConnection<byte[], byte[]> connection) {
        try {
            if (!isClosed()) {
                var unused = connection.closeAsync().get(CLOSE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException problem) {
            // it was broken, or breaks when the client is closed
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes all connections. */
    @Override
    public void close() {
        if (!isClosed.getAndSet(true)) {
            client.shutdown(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
