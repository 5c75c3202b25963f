package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.log.LogNews;
import dev.bloomery.redis.internal.log.LogRunner;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for keys by a read that blocks, on a connection of its own, of a stream that has one small entry. Nothing is believed of it. If it cannot be had the reader reads as often as it must. For one thread.
 */
public final class SharedNews implements LogNews {
    private static final long SILENCE_NANOS = 2_000_000_000L;
    private static final long CONNECT_AGAIN_NANOS = 1_000_000_000L;

    private final Servers servers;
    private final byte[] head;
    private final byte[] wake;
    private @Nullable Line line;
    private boolean isClosed;
    private long notBefore = System.nanoTime();
    private String last = "0";

    public SharedNews(Servers servers, LogNames names) {
        this.servers = servers;
        this.head = names.head();
        this.wake = RedisSharedServer.wakeName(names);
    }

    @Override
    public void await(Position position, long nanos) throws InterruptedException {
        long millis = nanos / 1_000_000;
        Line open = millis == 0 ? null : line();
        if (open == null) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return;
        }
        try {
            Object answer = open.ask(Call.of("XREAD", "BLOCK", millis, "COUNT", 1, "STREAMS", wake, last));
            if (answer instanceof List<?> streams) {
                last = LogRunner.text(idOf(streams));
            }
        } catch (LineException broken) {
            closeLine();
            notBefore = System.nanoTime() + CONNECT_AGAIN_NANOS;
            last = "0";
        }
    }

    /** Of {@code [[stream, [[id, fields]]]]}, or of the same with the stream beside its entries. */
    private static @Nullable Object idOf(List<?> streams) {
        List<?> entries = streams.get(0) instanceof List<?> stream ? (List<?>) stream.get(1) : (List<?>) streams.get(1);
        return ((List<?>) entries.get(0)).get(0);
    }

    private @Nullable Line line() {
        if (line == null && !isClosed && System.nanoTime() - notBefore >= 0) {
            try {
                line = servers.lineBeside(head, Duration.ofNanos(SILENCE_NANOS));
            } catch (LineException notNow) {
                notBefore = System.nanoTime() + CONNECT_AGAIN_NANOS;
            }
        }
        return line;
    }

    private void closeLine() {
        Line open = line;
        line = null;
        if (open != null) {
            open.close();
        }
    }

    /** By the thread that waits. */
    @Override
    public void close() {
        isClosed = true;
        closeLine();
    }
}
