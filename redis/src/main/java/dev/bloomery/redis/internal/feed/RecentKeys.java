package dev.bloomery.redis.internal.feed;

import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Moment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that others have announced, and may not have inserted yet: a scan of the store that begins now may
 * miss them.
 *
 * <ol>
 *   <li>A writer inserts within the <i>longest write</i> after its announcement, or not at all. An
 *       announcement is heard of after it was made. So whatever was heard of longer ago than that, and
 *       a tenth for the clocks, is in the store or will never be.
 *   <li>What was announced before this process began to hear is unknown. So until a longest write after its
 *       beginning, a scan must wait.
 *   <li>The same holds if there are too many to be kept.
 * </ol>
 *
 * <p>All times are of the steady clock, which may stand still while the machine sleeps: keys are then kept
 * longer, and a scan waits longer. For any number of threads.
 */
public final class RecentKeys<K> {
    private final Clocks clocks;
    private final long keptNanos;
    private final int most;

    private final Deque<Heard<K>> heard = new ArrayDeque<>();
    private @Nullable Moment completeSince;
    private int count;

    private record Heard<K>(List<K> keys, Moment moment) {}

    /**
     * @param longestWriteNanos how long a write takes at most
     * @param most how many keys are kept at most
     */
    public RecentKeys(Clocks clocks, long longestWriteNanos, int most) {
        this.clocks = clocks;
        this.keptNanos = longestWriteNanos / 10 * 11;
        this.most = most;
    }

    /** From now on all is heard, but not what was announced before. */
    public synchronized void begin() {
        completeSince = clocks.now();
    }

    /** Others are going to insert these. */
    public synchronized void add(List<K> keys) {
        Moment now = clocks.now();
        forget(now);
        if (keys.size() > most - count) {
            heard.clear();
            count = 0;
            completeSince = now;
            return;
        }
        heard.add(new Heard<>(keys, now));
        count += keys.size();
    }

    private void forget(Moment now) {
        for (Heard<K> oldest = heard.peek(); oldest != null && isOver(oldest.moment, now); oldest = heard.peek()) {
            heard.remove();
            count -= oldest.keys.size();
        }
    }

    private boolean isOver(Moment moment, Moment now) {
        return moment.nanosUntil(now) > keptNanos;
    }

    /** How long a scan must wait before it begins. */
    public synchronized long nanosToWait() {
        Moment now = clocks.now();
        Moment since = completeSince;
        if (since == null) { // nobody hears; a scan waits all the same, for what was announced before it
            since = now;
            completeSince = now;
        }
        return Math.max(0, keptNanos - since.nanosUntil(now) + 1);
    }

    /** Those that a scan that begins now may miss. */
    public synchronized List<K> all() {
        forget(clocks.now());
        List<K> all = new ArrayList<>(count);
        heard.forEach(some -> all.addAll(some.keys));
        return all;
    }
}
