package dev.bloomery.redis.internal.lettuce;

import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens connections to one address.
 *
 * @param client the client
 * @param uri the address, which may name sentinels
 */
record LettuceConnector(OwnClient client, RedisURI uri) {

    /** How long an answer may take. */
    Duration timeout() {
        Duration timeout = uri.getTimeout();
        return timeout.isZero() || timeout.isNegative() ? RedisURI.DEFAULT_TIMEOUT_DURATION : timeout;
    }

    /** How long it may take until a connection can be used. */
    Duration limit() {
        return timeout().plus(client.connectTimeout());
    }

    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect() {
        return client.connect(uri);
    }

    /** A connection that nobody else uses. */
    Line open(Duration silence) {
        CompletableFuture<StatefulRedisConnection<byte[], byte[]>> made = connect();
        try {
            return LettuceLine.own(client, made.get(limit().toNanos(), TimeUnit.NANOSECONDS), silence);
        } catch (ExecutionException problem) {
            throw LineException.notSent("there is no connection to Redis", problem.getCause());
        } catch (TimeoutException problem) {
            giveUp(made);
            throw LineException.notSent(
                    "there was no connection to Redis within " + limit().toMillis() + " ms", problem);
        } catch (InterruptedException problem) {
            giveUp(made);
            Thread.currentThread().interrupt();
            throw LineException.notSent("the thread was interrupted while it waited for a connection", problem);
        }
    }

    private static void giveUp(CompletableFuture<StatefulRedisConnection<byte[], byte[]>> made) {
        var unused = made.thenAccept(connection -> {
            var unusedToo = connection.closeAsync();
        });
    }
}
