package dev.bloomery.internal.durable;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.journal.Operations;

/**
 * Does to a filter what was done to it before. Operations are journaled in the order of application and only if they had an effect, and
 * every kind does the same to the same filter: so what happens otherwise shows that filter and journal do not belong together.
 */
public final class Replay implements Operations {
    private final MemoryFilter<?> filter;
    private final boolean strict;

    private Replay(MemoryFilter<?> filter, boolean strict) {
        this.filter = filter;
        this.strict = strict;
    }

    /** Into a filter that refuses only what it has no room for. */
    public static Replay strict(MemoryFilter<?> filter) {
        return new Replay(filter, true);
    }

    /** Into a filter that may refuse by a policy of its own: then a {@link FilterFullException} is thrown. */
    public static Replay byPolicy(MemoryFilter<?> filter) {
        return new Replay(filter, false);
    }

    /** The filter was not what the journal says. */
    public static final class Mismatch extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Mismatch(String message) {
            super(message);
        }
    }

    @Override
    public void add(long[] hashes, int count) {
        try {
            filter.addAll(hashes, count);
        } catch (FilterFullException full) {
            throw strict ? new Mismatch("it adds a key for which the filter has no room") : full;
        }
    }

    @Override
    public void remove(long[] hashes, int count) {
        for (int i = 0; i < count; i++) {
            if (!filter.remove(hashes[i])) {
                throw new Mismatch("it removes a key that is not in the filter");
            }
        }
    }

    @Override
    public void time(long millis) {
        filter.setTime(millis);
    }

    @Override
    public void clear() {
        filter.filter().clear();
    }
}
