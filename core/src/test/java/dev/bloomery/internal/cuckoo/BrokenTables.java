package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.geometry.CuckooGeometry;
import java.util.ArrayDeque;
import java.util.Deque;

/** Tables that are broken on purpose, each in one place, as published filters were. */
final class BrokenTables {

    private BrokenTables() {}

    /** Moves victims about until one finds a free slot; if none does, the last of them is lost. */
    static final class DropsTheVictim extends CuckooTable {
        private static final int KICKS = 30;

        DropsTheVictim(CuckooGeometry geometry) {
            super(geometry, false);
        }

        @Override
        long makeRoom(long first, long other) {
            long bucket = first;
            long room = slots.start(first);
            long victim = slots.get(room);
            for (int kick = 0; kick < KICKS; kick++) {
                bucket = slots.other(bucket, victim);
                long free = slots.find(bucket, 0);
                if (free >= 0) {
                    put(free, victim);
                    return room;
                }
                long slot = slots.start(bucket) + (long) (kick & 3) * geometry().width();
                long next = slots.get(slot);
                put(slot, victim);
                victim = next;
            }
            return -1;
        }
    }

    /** Finds the chain first, but moves along it from its beginning, with one fingerprint in hand. */
    static class MovesForward extends CuckooTable {
        MovesForward(CuckooGeometry geometry) {
            super(geometry, false);
        }

        @Override
        long makeRoom(long first, long other) {
            PathSearch search = search();
            long free = search.find(first, other);
            if (free < 0) {
                return -1;
            }
            Deque<Long> chain = new ArrayDeque<>();
            chain.push(free);
            for (int at = search.last(); search.source(at) >= 0; at = search.before(at)) {
                chain.push(search.source(at));
            }
            long room = chain.pop();
            long inHand = slots.get(room);
            put(room, 0);
            for (long slot : chain) {
                long next = slots.get(slot);
                step();
                put(slot, inHand);
                inHand = next;
            }
            return room;
        }
    }
}
