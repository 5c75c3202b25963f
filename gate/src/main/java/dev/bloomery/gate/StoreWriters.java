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

    private StoreWriters(@Nullable KeyFeed<K> feed, Duration longestWrite) {
        this.feed = feed;
        this.longestWrite = longestWrite;
    }

    /**
     * Only this process, and only through this gate or its tickets; what goes past it is announced by {@link Gate#bypass}.
     *
     * @param <K> the type of the keys
     * @return who writes
     */
    public static <K> StoreWriters<K> onlyThisProcess() {
        return new StoreWriters<>(null, Duration.ZERO);
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
                Objects.requireNonNull(feed, "feed"), GateSettings.notNegative("longestWrite", longestWrite));
    }

    @Nullable
    KeyFeed<K> feed() {
        return feed;
    }

    Duration longestWrite() {
        return longestWrite;
    }
}
