package dev.bloomery.durable;

import java.io.IOException;
import java.util.List;

/**
 * A call of a durable filter.
 *
 * @param changes what it does, in order
 */
record Step(Action action, List<Change> changes) {
    enum Action {
        ADD,
        CLAIM,
        BATCH,
        REMOVE,
        CLEAR,
        SYNC,
        CHECKPOINT,
        REOPEN
    }

    /**
     * Makes the call.
     *
     * @param firstKey the key in the filter that is key 0 of the changes
     */
    void callOn(JournaledFilter<Long> filter, long firstKey) throws IOException {
        switch (action) {
            case ADD -> filter.addLong(key(firstKey));
            case CLAIM -> ((DurableFilter<Long>) filter).claim(key(firstKey));
            case BATCH ->
                filter.addAllLongs(changes.stream()
                        .mapToLong(change -> firstKey + change.key())
                        .toArray());
            case REMOVE -> ((DurableRemovableFilter<Long>) filter).remove(key(firstKey));
            case CLEAR -> filter.clear();
            case SYNC -> filter.sync();
            case CHECKPOINT -> filter.checkpoint();
            case REOPEN -> throw new IllegalStateException("by who opens filters");
        }
    }

    private long key(long firstKey) {
        return firstKey + changes.get(0).key();
    }
}
