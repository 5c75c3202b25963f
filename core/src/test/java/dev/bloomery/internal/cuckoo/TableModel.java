package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.geometry.CuckooGeometry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A table, and what must be in it: a multiset of hashes, and one of their classes, because hashes of one class cannot be told apart.
 * That makes it exact: how often each class is in, and what each add must answer, but for FULL. Fails with an
 * {@link AssertionError} that names the seed.
 */
final class TableModel {
    /** What cannot be told apart. */
    private record Alike(long fingerprint, long bucket) {}

    private final CuckooTable table;
    private final CuckooGeometry geometry;
    private final long seed;
    private final SplittableRandom random;
    private final List<Long> in = new ArrayList<>(); // each copy
    private final Map<Alike, Integer> copies = new HashMap<>();
    private int full;
    private int tooManyCopies;

    TableModel(CuckooTable table, long seed) {
        this.table = table;
        this.geometry = table.geometry();
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** Adds, removes and queries in phases that fill the table up to FULL, and empty it again. */
    void operate(int operations, int sweepEvery) {
        boolean filling = true;
        for (int step = 0; step < operations; step++) {
            if (random.nextInt(3) == 0) {
                long hash = random.nextLong();
                require(table.count(hash) == copies(hash), "count of an absent or any key");
            }
            if (in.isEmpty() || random.nextInt(8) < (filling ? 6 : 2)) {
                int before = full;
                add(in.isEmpty() || random.nextInt(50) > 0 ? random.nextLong() : in.get(random.nextInt(in.size())));
                if (full != before && random.nextInt(4) == 0) {
                    filling = false;
                }
            } else {
                remove();
            }
            filling |= in.size() < geometry.slots() / 4 && random.nextInt(100) == 0;
            if (!in.isEmpty()) {
                requireIn(in.get(random.nextInt(in.size())));
            }
            if (step % sweepEvery == 0) {
                sweep();
            }
        }
        sweep();
    }

    /** Adds new keys until one of them finds no room. */
    void fillUp() {
        for (int before = full; full == before; ) {
            add(random.nextLong());
        }
    }

    void add(long hash) {
        Alike alike = alike(hash);
        int has = copies(hash);
        Placement placement = table.add(hash);
        switch (placement) {
            case FULL -> full++;
            case TOO_MANY_COPIES -> {
                require(has == CuckooGeometry.MAX_COPIES, "too many copies at " + has);
                tooManyCopies++;
            }
            case NEW, COPY -> {
                require((placement == Placement.NEW) == (has == 0), placement + " beside " + has);
                copies.put(alike, has + 1);
                in.add(hash);
                requireIn(hash);
            }
        }
        require(table.count(hash) == copies(hash), "count after " + placement);
    }

    /** Removes one of the keys that are in. It does not have to be there from the moment on at which the remove begins. */
    void remove() {
        int index = random.nextInt(in.size());
        long hash = in.get(index);
        in.set(index, in.get(in.size() - 1));
        in.remove(in.size() - 1);
        Alike alike = alike(hash);
        int has = copies(hash);
        if (has == 1) {
            copies.remove(alike);
        } else {
            copies.put(alike, has - 1);
        }
        require(table.remove(hash), "remove is false");
        require(table.count(hash) == has - 1, "count after remove");
    }

    /** Every key that is in is found, as often as it is in, and the counts are right. */
    void sweep() {
        requireAllIn();
        for (long hash : in) {
            require(table.count(hash) == copies(hash), "count in a sweep");
        }
        require(table.entries() == in.size(), "entries " + table.entries() + " of " + in.size());
        require(table.taken() == copies.size(), "taken " + table.taken() + " of " + copies.size());
    }

    void requireAllIn() {
        for (long hash : in) {
            requireIn(hash);
        }
    }

    private void requireIn(long hash) {
        require(table.mightContainHash(hash), "a key is in and missing");
    }

    /** How often the class of the hash must be in. */
    private int copies(long hash) {
        return copies.getOrDefault(alike(hash), 0);
    }

    private Alike alike(long hash) {
        long fingerprint = CuckooGeometry.fingerprint(hash, 2 * geometry.fingerprints());
        long buckets = geometry.buckets();
        long first = CuckooGeometry.first(hash, 2 * buckets);
        long sum = CuckooGeometry.sum(fingerprint, 2 * buckets);
        return new Alike(fingerprint, Math.min(first, CuckooGeometry.other(first, sum, buckets)));
    }

    /** Adds that found the table full. */
    int full() {
        return full;
    }

    int tooManyCopies() {
        return tooManyCopies;
    }

    int size() {
        return in.size();
    }

    List<Long> hashes() {
        return in;
    }

    /** What is in each slot. */
    static long[] slots(CuckooTable table) {
        long[] slots = new long[(int) table.geometry().slots()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = table.slots.get((long) i * table.geometry().width());
        }
        return slots;
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + "; " + geometry + ", seed " + seed);
        }
    }
}
