package dev.bloomery.testkit.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote which key when, as far as the writers know, and so which answers of a store or a gate cannot be right.
 *
 * <p>A write takes effect at one moment between its begin and its end, if it is done; at some later moment or never, if its outcome is not
 * known. An answer is wrong if it does not fit the store at any moment between question and answer, whatever moments those are. What is
 * called wrong is wrong; of what is wrong, that is found which contradicts writes that had ended before the question.
 *
 * @param <K> the type of the keys, with {@code equals}
 */
public final class StoreHistory<K> {
    private static final long NEVER = Long.MAX_VALUE;
    /** Of writes that have ended, so many of each key are kept one by one. */
    private static final int KEPT = 32;

    private final AtomicLong clock = new AtomicLong();
    private final ConcurrentHashMap<K, Changes> changes = new ConcurrentHashMap<>();
    private final List<Span> losses = new ArrayList<>();

    /** From when to when something may have happened; certainly, or perhaps. */
    private static final class Span {
        final long begin;
        volatile long end = NEVER;
        volatile boolean certain;

        Span(long begin) {
            this.begin = begin;
        }

        boolean canFollow(Span other) {
            return end >= other.begin;
        }
    }

    /** One write of one key: tell it how it ended, once. */
    public final class Change {
        private final @Nullable Changes added;
        private final @Nullable Changes deleted;
        private final Span span = new Span(now());

        private Change(@Nullable K added, @Nullable K deleted) {
            this.added = added == null ? null : changesOf(added);
            this.deleted = deleted == null ? null : changesOf(deleted);
            if (this.added != null) {
                this.added.inserts.begin(span);
            }
            if (this.deleted != null) {
                this.deleted.deletes.begin(span);
            }
        }

        /** It took effect. */
        public void done() {
            span.certain = true;
            end();
        }

        /** It took no effect, and never will. */
        public void notDone() {
            if (added != null) {
                added.inserts.forget(span);
            }
            if (deleted != null) {
                deleted.deletes.forget(span);
            }
        }

        /** It took effect, or will, or not. {@link #isOver} may be said later. */
        public void unknown() {}

        /** Said of one that is unknown: from now on it changes nothing any more. */
        public void isOver() {
            end();
        }

        private void end() {
            span.end = now();
            if (added != null) {
                added.inserts.end(span);
            }
            if (deleted != null) {
                deleted.deletes.end(span);
            }
        }
    }

    /** The writes of one key that made it present, or absent. */
    private static final class Writes {
        private final List<Span> running = new ArrayList<>();
        private final Deque<Span> ended = new ArrayDeque<>();
        /** Of those that are not kept: the certain one that began last, and the end of the one that ended last. */
        private Span older;

        private long olderEnd;

        Writes(Span first) {
            older = first;
            olderEnd = first.end;
        }

        synchronized void begin(Span span) {
            running.add(span);
        }

        synchronized void forget(Span span) {
            running.remove(span);
        }

        synchronized void end(Span span) {
            running.remove(span);
            ended.add(span);
            if (ended.size() > KEPT) {
                Span oldest = ended.remove();
                olderEnd = Math.max(olderEnd, oldest.end);
                if (oldest.certain && oldest.begin > older.begin) {
                    older = oldest;
                }
            }
        }

        /** The certain one that began last, of those that had ended at this time; null: none is known. */
        synchronized @Nullable Span lastBefore(long time) {
            Span last = older.certain && older.end < time ? older : null;
            for (Span span : ended) {
                if (span.certain && span.end < time && (last == null || span.begin > last.begin)) {
                    last = span;
                }
            }
            return last;
        }

        /** Whether one of them may have taken effect after the given one. */
        synchronized boolean canFollow(Span other) {
            return !running.isEmpty()
                    || olderEnd >= other.begin
                    || ended.stream().anyMatch(span -> span.canFollow(other));
        }
    }

    /** Of one key. In the beginning it is absent. */
    private static final class Changes {
        final Writes inserts = new Writes(before(false));
        final Writes deletes = new Writes(before(true));

        private static Span before(boolean certain) {
            Span span = new Span(0);
            span.end = certain ? 0 : -1;
            span.certain = certain;
            return span;
        }
    }

    private Changes changesOf(K key) {
        return changes.computeIfAbsent(key, any -> new Changes());
    }

    /** The next number of a clock that every event advances. */
    public long now() {
        return clock.incrementAndGet();
    }

    /** The key is going to be inserted. */
    public Change inserting(K key) {
        return new Change(key, null);
    }

    /** The key is going to be deleted. */
    public Change deleting(K key) {
        return new Change(null, key);
    }

    /** One key is going to be replaced by another. */
    public Change replacing(K oldKey, K newKey) {
        return new Change(newKey, oldKey);
    }

    /**
     * The store may lose keys from now on: it is flushed, or evicts.
     *
     * @return to be run when that is over
     */
    public Runnable losing() {
        Span loss = new Span(now());
        synchronized (losses) {
            losses.add(loss);
        }
        return () -> loss.end = now();
    }

    private boolean canBeLostAfter(Span insert) {
        synchronized (losses) {
            return losses.stream().anyMatch(loss -> loss.canFollow(insert));
        }
    }

    /**
     * Whether an answer can be right. To be asked as soon as the answer is there.
     *
     * @param key the key that was asked for
     * @param present the answer
     * @param asked {@link #now} before the question
     */
    public boolean canBe(K key, boolean present, long asked) {
        Changes of = changesOf(key);
        Span last = (present ? of.deletes : of.inserts).lastBefore(asked);
        if (last == null) {
            return true;
        }
        return present ? of.inserts.canFollow(last) : of.deletes.canFollow(last) || canBeLostAfter(last);
    }
}
