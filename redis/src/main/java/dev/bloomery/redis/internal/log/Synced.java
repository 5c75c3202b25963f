package dev.bloomery.redis.internal.log;

import java.util.List;

/**
 * The answer to a sync.
 *
 * @param continues whether the position of the follower is in the log, and so everything after it
 * @param entries those after it, in their order; none if it does not continue
 * @param head of the same moment
 */
public record Synced(boolean continues, List<LogEntry> entries, LogHead head) {

    /** Whether a follower that was at this position and applies the entries is at the end of the log. */
    public boolean isComplete(Position before) {
        Position last =
                entries.isEmpty() ? before : entries.get(entries.size() - 1).position();
        return continues && last.equals(head.position());
    }
}
