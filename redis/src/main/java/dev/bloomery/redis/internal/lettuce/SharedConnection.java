package dev.bloomery.redis.internal.lettuce;

import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one server that all threads share, as Lettuce means it. It does not come back by itself when it
 * broke, because commands without an answer would then be sent again: whoever wants it next makes a new one, and those
 * who want it meanwhile wait for the same one.
 *
 * <p>One on which an answer did not come in time is left to those who still wait on it, and then closed.
 */
final class SharedConnection implements AutoCloseable {
    /** After an attempt that failed: so many are enough while a server is away. */
    private static final long PAUSE_NANOS = 10_000_000;

    private final LettuceConnector connector;
    private final AtomicReference<@Nullable Attempt> current = new AtomicReference<>();

    SharedConnection(LettuceConnector connector) {
        this.connector = connector;
    }

    Line line() {
        while (true) {
            Attempt attempt = current.get();
            if (attempt == null || attempt.isOver()) {
                Attempt next = new Attempt(connector);
                if (!current.compareAndSet(attempt, next)) {
                    continue;
                }
                next.begin();
                attempt = next;
            }
            Shared shared = attempt.await(connector.limit());
            if (shared.join()) {
                return new LettuceLine(shared.connection, connector.timeout(), shared);
            }
        }
    }

    /** Closes it when nobody uses it any more; then a new one is made for the next who wants one. */
    @Override
    public void close() {
        Attempt attempt = current.get();
        if (attempt != null) {
            var unused = attempt.made.thenAccept(Shared::spoil);
        }
    }

    /** One try to connect, and what became of it. */
    private static final class Attempt {
        final CompletableFuture<Shared> made = new CompletableFuture<>();

        private final LettuceConnector connector;
        private volatile long failedAt;

        Attempt(LettuceConnector connector) {
            this.connector = connector;
        }

        void begin() {
            try {
                var unused = connector.connect().whenComplete(this::end);
            } catch (RuntimeException problem) {
                fail(problem);
            }
        }

        private void fail(Throwable problem) {
            failedAt = System.nanoTime();
            made.completeExceptionally(problem);
        }

        private void end(@Nullable StatefulRedisConnection<byte[], byte[]> connection, @Nullable Throwable problem) {
            if (connection == null) {
                fail(problem == null ? new IllegalStateException("the client gave no connection") : problem);
            } else if (!made.complete(new Shared(connector.client(), connection))) {
                var unused = connection.closeAsync(); // nobody waits for it any more
            }
        }

        boolean isOver() {
            if (!made.isDone()) {
                return false;
            }
            return made.isCompletedExceptionally()
                    ? System.nanoTime() - failedAt > PAUSE_NANOS
                    : !made.join().isUsable();
        }

        Shared await(Duration limit) {
            try {
                return made.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException problem) {
                throw LineException.notSent("there is no connection to Redis", problem.getCause());
            } catch (TimeoutException problem) {
                fail(problem); // what still comes of it is closed
                throw LineException.notSent(
                        "there was no connection to Redis within " + limit.toMillis() + " ms", problem);
            } catch (InterruptedException problem) {
                Thread.currentThread().interrupt();
                throw LineException.notSent("the thread was interrupted while it waited for a connection", problem);
            }
        }
    }

    /** A connection, and how many use it at this moment. */
    private static final class Shared implements LettuceLine.Use {
        final StatefulRedisConnection<byte[], byte[]> connection;
        private final OwnClient client;
        private final AtomicInteger users = new AtomicInteger();
        private final AtomicBoolean isClosing = new AtomicBoolean();
        private volatile boolean isSpoiled;

        Shared(OwnClient client, StatefulRedisConnection<byte[], byte[]> connection) {
            this.client = client;
            this.connection = connection;
        }

        boolean isUsable() {
            return !isSpoiled && connection.isOpen();
        }

        boolean join() {
            users.incrementAndGet();
            if (isUsable()) {
                return true;
            }
            end();
            return false;
        }

        @Override
        public void spoil() {
            isSpoiled = true;
            closeIfUnused();
        }

        @Override
        public void end() {
            users.decrementAndGet();
            closeIfUnused();
        }

        private void closeIfUnused() {
            if (isSpoiled && users.get() == 0 && !client.isClosed() && !isClosing.getAndSet(true)) {
                var unused = connection.closeAsync();
            }
        }
    }
}
