package dev.bloomery.internal.durable;

import dev.bloomery.AddResult;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.journal.Operations;

/**
 * Does the operations of one filter to another, which may be of another plan or kind. What had an effect there may have none here: a remove of
 * a key that was never added, and looked present there by chance.
 */
public final class Rebuild implements Operations {
    private final MemoryFilter<?> filter;
    private boolean removes;
    private boolean tooManyCopies;

    public Rebuild(MemoryFilter<?> filter) {
        this.filter = filter;
    }

    @Override
    public void add(long[] hashes, int count) {
        if (!filter.hasTime()) {
            throw new IllegalArgumentException("it was not kept when the keys came, so a filter of '" + filter.spec()
                    + "' could not forget them; give the plan of a filter that keeps them");
        }
        if (!filter.mayRefuse()) {
            filter.addAll(hashes, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            AddResult result = filter.tryAdd(hashes[i]);
            if (result == AddResult.FULL) {
                throw new FilterFullException("the filter '" + filter.spec() + "' is full before the last of the keys;"
                        + " give a larger capacity. The directory is as it was");
            }
            // a key that came more often than there are copies is in all the same, unless some are taken out again
            tooManyCopies |= result == AddResult.TOO_MANY_COPIES;
            refuseLostCount();
        }
    }

    @Override
    public void remove(long[] hashes, int count) {
        if (!filter.canRemove()) {
            throw new IllegalArgumentException("keys were removed, and a filter of '" + filter.spec()
                    + "' cannot do that: they would come back; give the plan of a cuckoo or counting-bloom filter");
        }
        removes = true;
        refuseLostCount();
        for (int i = 0; i < count; i++) {
            filter.remove(hashes[i]);
        }
    }

    private void refuseLostCount() {
        if (tooManyCopies && removes) {
            throw new FilterFullException(
                    "a key was added more often than '" + filter.spec()
                            + "' can count, and keys were removed; give the plan of a counting-bloom filter. The directory is as it was");
        }
    }

    @Override
    public void time(long millis) {
        filter.setTime(millis);
    }

    @Override
    public void clear() {
        filter.filter().clear();
        tooManyCopies = false;
    }
}
