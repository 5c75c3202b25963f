package dev.bloomery.redis.internal.log;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for entries by a read that blocks, on a connection of its own. If it cannot be had the follower reads
 * as often as it must. For one thread.
 */
public final class RedisLogNews implements LogNews {
    /** Shorter than the silence after which the connection counts as broken. */
    private static final long LONGEST_WAIT_MILLIS = 1_000;

    private static final long SILENCE_NANOS = 3_000_000_000L;
    private static final long CONNECT_AGAIN_NANOS = 1_000_000_000L;

    private final Servers servers;
    private final LogNames names;
    private @Nullable Line line;
    private long notBefore = System.nanoTime();

    public RedisLogNews(Servers servers, LogNames names) {
        this.servers = servers;
        this.names = names;
    }

    @Override
    public void await(Position position, long nanos) throws InterruptedException {
        long millis = Math.min(nanos / 1_000_000, LONGEST_WAIT_MILLIS);
        Line open = millis == 0 ? null : line();
        if (open == null) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return;
        }
        try {
            open.ask(Call.of("XREAD", "BLOCK", millis, "COUNT", 1, "STREAMS", names.log(), position.seq() + "-0"));
        } catch (LineException broken) {
            close();
            notBefore = System.nanoTime() + CONNECT_AGAIN_NANOS;
        }
    }

    private @Nullable Line line() {
        if (line == null && System.nanoTime() - notBefore >= 0) {
            try {
                line = servers.lineBeside(names.head(), Duration.ofNanos(SILENCE_NANOS));
            } catch (LineException notNow) {
                notBefore = System.nanoTime() + CONNECT_AGAIN_NANOS;
            }
        }
        return line;
    }

    @Override
    public void close() {
        Line open = line;
        line = null;
        if (open != null) {
            open.close();
        }
    }
}
