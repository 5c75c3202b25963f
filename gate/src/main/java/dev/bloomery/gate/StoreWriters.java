package dev.bloomery.gate;

import dev.bloomery.gate.store.KeyFeed;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who writes the store behind a gate. There is no default: two gates over one table that do not hear of each other's keys would answer wrongly.
 *
 * @param <K> the type of the keys
 */
public final class StoreWriters<K> {
    private final @Nullable KeyFeed<K> feed;
    private final Duration longestWrite;
    private final boolean guarded;

    private StoreWriters(@Nullable KeyFeed<K> feed, Duration longestWrite, boolean guarded) {
        this.feed = feed;
        this.longestWrite = longestWrite;
        this.guarded = guarded;
    }

    /**
     * Only this process, and only through this gate or its tickets; what goes past it is announced by {@link Gate#bypass}.
     *
     * <p>Where the store can hold locks, see {@link dev.bloomery.gate.store.KeyScan#locks}, the gate is guarded: it notices another gate over the same keys, in
     * another process or in this one. While two are open none of them answers by itself, and both log that. A gate that comes writes only when the one before has
     * stopped answering; one that is alone again rebuilds itself. So a rolling update is slow for seconds, and never wrong. {@link #unguarded} leaves this out.
     *
     * @param <K> the type of the keys
     * @return who writes
     */
    public static <K> StoreWriters<K> onlyThisProcess() {
        return new StoreWriters<>(null, Duration.ZERO, true);
    }

    /**
     * Without a guard: nobody looks whether another gate over the same keys is open, and if one is, both answer wrongly. For several gates over one table in one
     * process, of which each is told of all writes, and where something else sees to it that only one process has the gate open.
     *
     * @param <T> the type of the keys
     * @return who writes
     * @throws IllegalStateException if others write: then there is no guard
     */
    public <T> StoreWriters<T> unguarded() {
        if (feed != null) {
            throw new IllegalStateException(
                    "a gate with a feed has no guard, because others may write; leave unguarded() out");
        }
        return new StoreWriters<>(null, longestWrite, false);
    }

    /**
     * Others, too; their keys come by a feed. The gate then remembers no false positives, because it does not see when others write.
     *
     * @param feed brings the keys of all others, each before it becomes visible in the store
     * @param longestWrite within which time after that it is visible, or never will be; a rebuild waits so long before it scans
     * @param <K> the type of the keys
     * @return who writes
     */
    public static <K> StoreWriters<K> fedBy(KeyFeed<K> feed, Duration longestWrite) {
        return new StoreWriters<>(
                Objects.requireNonNull(feed, "feed"), GateSettings.notNegative("longestWrite", longestWrite), false);
    }

    @Nullable
    KeyFeed<K> feed() {
        return feed;
    }

    boolean isGuarded() {
        return guarded;
    }

    Duration longestWrite() {
        return longestWrite;
    }
}
