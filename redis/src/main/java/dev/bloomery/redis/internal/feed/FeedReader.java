package dev.bloomery.redis.internal.feed;

import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Hands the keys of others over to a gate. A gap is told twice: when it is noticed, and when all is heard
 * again, because a rebuild in between knows nothing of what was announced
 * meanwhile.
 */
public final class FeedReader<K> implements LogReader {
    private final Log log;
    private final String origin;
    private final Function<byte[], K> keys;
    private final KeyFeed.Receiver<K> receiver;
    private final RecentKeys<K> recent;
    private boolean gap;

    /** Where it is written down that keys may have been missed. */
    public interface Log {
        /** From now on. */
        void lost(Gap reason);

        /** From now on all keys are heard. */
        void found();

        /** There is a log with another lease, or of another kind; what this throws is tried again later. */
        void unfit();

        /** Throws if a log that was found is one for other settings. */
        default void requireFit(LogHead head) {}
    }

    /**
     * @param origin whose keys are left out: the gate of this feed had them before they were announced
     * @param keys the key of a name; throws if there is none
     */
    public FeedReader(
            Log log, String origin, Function<byte[], K> keys, KeyFeed.Receiver<K> receiver, RecentKeys<K> recent) {
        this.log = log;
        this.origin = origin;
        this.keys = keys;
        this.receiver = receiver;
        this.recent = recent;
    }

    @Override
    public void begin(LogHead head, String identity) {
        log.requireFit(head);
        recent.begin();
        if (gap) {
            receiver.gap(); // after the beginning: the rebuild that follows waits for what was announced before it
            gap = false;
            log.found();
        }
    }

    @Override
    public void entry(LogEntry entry) {
        if (!entry.kind().equals(FeedEntry.KIND)) {
            return;
        }
        FeedEntry said = FeedEntry.of(entry.data());
        if (said.origin().equals(origin)) {
            return;
        }
        List<K> theirs = new ArrayList<>(said.names().size());
        said.names().forEach(text -> theirs.add(keys.apply(text)));
        recent.add(theirs); // before the gate has them: a scan that begins in between gets them twice, and not never
        theirs.forEach(receiver::adding);
    }

    @Override
    public void gap(Gap reason) {
        receiver.gap();
        if (!gap) {
            gap = true;
            log.lost(reason);
        }
    }

    @Override
    public boolean createsMissing() {
        return true; // the store has the keys; nothing is lost with a log
    }

    @Override
    public void unfit() {
        log.unfit();
    }
}
