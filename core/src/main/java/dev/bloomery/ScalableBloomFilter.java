package dev.bloomery;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.info.ScalableInfo;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.count.KeyLocks;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.Content;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.ScalableState;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.table.CountedSlice;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.internal.table.ReadCount;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.internal.table.UnseenHashes;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A Bloom filter that grows: when it is full it gets another, larger slice. The FPP of all slices together stays at most
 * the target, see {@link ScalableSpec}.
 *
 * <p>A query asks every slice, so it costs more the further the filter has grown, and a grown filter takes more memory than
 * one that was made for its keys; {@link CapacityEvent.Grown} compares the two at each growth. Who knows the number of keys
 * takes a {@link BloomFilter}.
 *
 * <p>At its memory ceiling the filter throws {@link FilterFullException} for new keys or, with {@link CapacityPolicy#WARN},
 * takes them into its last slice at a rising FPP.
 *
 * <p>Threads: as for {@link BloomFilter}. The thread whose add finds the newest slice full makes the next one, while others
 * wait for it only if they add. No add is lost while it grows.
 *
 * @param <K> the type of the keys
 */
public final class ScalableBloomFilter<K> extends AbstractHeapFilter<K, ScalableSpec> implements ClaimableFilter<K> {
    /** More threads than are expected to add batches at the same moment. */
    private static final long MOST_WRITERS = 64;

    private final CapacityRule rule;
    private final ReentrantLock growing = new ReentrantLock();

    /** Never empty, the newest last; replaced as a whole. A slice that was in it once stays in it, until {@link #clear}. */
    private volatile Slice[] slices;

    /** The next slice would pass the ceiling, so the newest takes what all slices together still have room for; guarded by the lock. */
    private boolean cannotGrow;

    /** The newest has that, too: do not try again for each key. */
    private volatile boolean atCeiling;

    /** Takes keys up to a limit, which is raised for the last slice that there is room for. */
    private static final class Slice extends CountedSlice {
        /** The count at which it takes no more: {@link #fullAt}, or more if there is no room for another slice. */
        volatile long limit;

        private final boolean shared;

        /** Hashes of batches that have found room and may not be counted yet, if several threads add. */
        private final AtomicLong underway = new AtomicLong();

        Slice(BloomSpec spec, BloomTable table, boolean shared, ReadCount count) {
            super(spec, table, shared, count);
            this.shared = shared;
            limit = fullAt;
        }

        boolean addHash(long hash) {
            boolean changed = table.addHash(hash);
            if (changed && insertions.add(1, limit)) {
                update();
            }
            return changed;
        }

        /**
         * Finds room for a batch of so many hashes: they are certainly within its limit. If several threads add, they are underway from here to
         * the end of {@link #addAll}, however long the thread is stopped on the way, and the slice is full that much earlier for the others.
         * There must be room for many such batches, so that hashes that are counted twice for a moment, or that several threads add, make it
         * full only a little too early.
         */
        boolean findsRoomFor(int more) {
            if (!shared) {
                return hasRoomFor(more, 0);
            }
            long room = MOST_WRITERS * more;
            if (!hasRoomFor(room, underway.get())) {
                return false; // nothing is underway that will not be added: others would take the slice for full
            }
            if (hasRoomFor(room, underway.getAndAdd(more))) {
                return true;
            }
            underway.getAndAdd(-more);
            return false;
        }

        private boolean hasRoomFor(long more, long others) {
            return limit - insertions.get() - others >= more;
        }

        /** Adds hashes that no slice had and that {@link #findsRoomFor found room}, and notes at the place of each whether it was new; how many were. */
        long addAll(UnseenHashes unseen, boolean[] isNew) {
            long changed = unseen.addTo(table, isNew);
            boolean mayBeFull = changed > 0 && insertions.add(changed, limit);
            if (shared) {
                underway.getAndAdd(-unseen.count());
            }
            if (mayBeFull) {
                update();
            }
            return changed;
        }

        private void update() {
            if (insertions.get() + underway.get() >= limit) {
                full = true;
            }
        }

        /** It is the last one: it takes keys until so many are known of. */
        void extend(long newLimit) {
            limit = newLimit;
        }

        /** Looks again: who saw an old limit may have called it full. */
        boolean hasRoom() {
            full = known() >= limit;
            return !full;
        }

        BloomInfo info() {
            long count = insertions.get();
            long setBits = table.setBits();
            return new BloomInfo(
                    spec,
                    count,
                    TableLoad.distinct(table.geometry(), setBits),
                    setBits,
                    table.memoryBytes(),
                    fpp(),
                    table.currentFpp());
        }
    }

    ScalableBloomFilter(KeyHasher<K> hasher, ScalableSpec spec, Seed seed, boolean singleWriter, CapacityRule rule) {
        super(hasher, spec, seed, singleWriter);
        this.rule = rule;
        Optional<Slice> first = next(new Slice[0]);
        if (first.isEmpty()) {
            throw new IllegalArgumentException(
                    "the first slice of '" + spec
                            + "' does not fit: raise the memory ceiling or targetFpp, or lower the first capacity (a slice has at most 2^37 bits)");
        }
        this.slices = new Slice[] {first.get()};
    }

    private ScalableBloomFilter(Opening<K> opening, ScalableSpec spec, Slice[] slices) {
        super(opening.hasher(), spec, opening.seed(), opening.singleWriter());
        this.rule = opening.rule(ScalableBuilder.AT_CEILING);
        this.slices = slices;
    }

    private ScalableBloomFilter(ScalableBloomFilter<K> original, Slice[] slices) {
        super(original.hasher, original.spec, original.seed, original.singleWriter);
        this.rule = original.rule;
        this.slices = slices;
        this.atCeiling = original.atCeiling;
    }

    /** Reads what {@link #stored} said. */
    static <K> ScalableBloomFilter<K> read(Opening<K> opening, ScalableSpec spec) throws IOException {
        ScalableState plan = ScalableState.read(opening.state(), spec, opening.in());
        opening.in().requireBody(plan.byteLength());
        List<Slice> slices = new ArrayList<>();
        for (ScalableState.Slice planned : plan.slices()) {
            Geometry geometry = SpecGeometry.of(planned.spec());
            BloomTable table = HeapRoom.of(
                    BloomTable.memoryBytes(geometry),
                    planned.spec(),
                    () -> BloomTable.read(geometry, !opening.singleWriter(), opening.in()::longs));
            if (table.hasMore()) {
                opening.in().suspect("bits are set behind the last one of a slice");
            }
            slices.add(new Slice(
                    planned.spec(),
                    table,
                    !opening.singleWriter(),
                    ReadCount.of(table, ReadCount.exact(planned.insertions()))));
        }
        opening.end();
        return new ScalableBloomFilter<>(opening, spec, slices.toArray(Slice[]::new));
    }

    @Override
    StoredParts stored() {
        Slice[] now = slices;
        List<ScalableState.Slice> plan = new ArrayList<>();
        List<Body> bits = new ArrayList<>();
        for (Slice slice : now) {
            plan.add(new ScalableState.Slice(slice.spec, slice.insertions.get()));
            bits.add(Body.of(BloomTable.byteLength(slice.table.geometry()), slice.table::copyBytes));
        }
        return new StoredParts(new ScalableState(plan).toState(), bits);
    }

    @Override
    Content content() {
        Slice[] now = slices;
        List<BloomSpec> shape = new ArrayList<>();
        List<Body> bits = new ArrayList<>();
        for (Slice slice : now) {
            shape.add(slice.spec);
            bits.add(Body.of(BloomTable.byteLength(slice.table.geometry()), slice.table::copyBytes));
        }
        return new Content(shape, bits);
    }

    /** {@inheritDoc} */
    @Override
    public boolean mightContainLong(long key) {
        // not left to the interface: here both calls have one target, whatever other kinds a program uses
        return mightContainHash(hashLong(key));
    }

    @Override
    public boolean mightContainHash(long hash) {
        return contains(slices, hash);
    }

    /** The newest slice has the most keys and is asked first. */
    private static boolean contains(Slice[] slices, long hash) {
        for (int i = slices.length - 1; i >= 0; i--) {
            if (slices[i].table.mightContainHash(hash)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean addHash(long hash) {
        if (contains(slices, hash)) {
            return false;
        }
        return sliceWithRoom().addHash(hash);
    }

    @Override
    public boolean claim(K key) {
        return claimHash(hash(key));
    }

    @Override
    public boolean claimHash(long hash) {
        if (contains(slices, hash)) {
            return false;
        }
        Slice slice;
        try {
            slice = sliceWithRoom(); // before the lock: it may call a listener
        } catch (FilterFullException full) {
            if (contains(slices, hash)) {
                return false; // another thread had it just before the filter was full
            }
            throw full;
        }
        ReentrantLock lock = KeyLocks.of(hash);
        lock.lock();
        try {
            if (contains(slices, hash)) {
                return false;
            }
            slice.addHash(hash);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The newest slice, after growing if that was full. */
    private Slice sliceWithRoom() {
        Slice[] now = slices;
        Slice newest = now[now.length - 1];
        if (!newest.full) {
            return newest;
        }
        if (atCeiling) {
            return overfull(newest);
        }
        Optional<Slice> grown = Optional.empty();
        boolean reachedCeiling = false;
        growing.lock();
        try {
            now = slices;
            newest = now[now.length - 1];
            if (!newest.full) {
                return newest; // another thread was faster
            }
            if (!atCeiling) {
                grown = cannotGrow ? Optional.empty() : next(now);
                if (grown.isPresent()) {
                    now = Arrays.copyOf(now, now.length + 1);
                    now[now.length - 1] = grown.get();
                    slices = now;
                } else {
                    if (!cannotGrow) {
                        cannotGrow = true;
                        newest.extend(lastLimit(now));
                    }
                    if (newest.hasRoom()) {
                        return newest;
                    }
                    atCeiling = true;
                    reachedCeiling = true;
                }
            }
        } finally {
            growing.unlock();
        }
        if (grown.isPresent() || reachedCeiling) {
            tell(now, grown.isPresent());
        }
        return grown.isPresent() ? grown.get() : overfull(newest);
    }

    /**
     * The count of the newest slice at which all slices together have as many distinct keys as their capacities add up to, for certain. A
     * slice was left when its count was what its capacity gives on average, so it may have a few keys less.
     */
    private static long lastLimit(Slice[] now) {
        Slice newest = now[now.length - 1];
        long limit = newest.table.geometry().newThatProve(newest.spec.capacity());
        for (int i = 0; i < now.length - 1; i++) {
            Slice left = now[i];
            long keys = Math.min(left.fullAt, left.spec.capacity());
            long repeated = keys - left.table.geometry().mostNewAmong(keys);
            limit += left.spec.capacity() - repeated - left.known();
        }
        return Math.max(1, limit);
    }

    private Slice overfull(Slice newest) {
        if (rule.rejects()) {
            throw new FilterFullException("the filter is full and at its memory ceiling of "
                    + Figures.of(spec.ceilingBits() / 8)
                    + " bytes; raise the ceiling, or start with a larger first capacity");
        }
        return newest;
    }

    /** The slice that follows these, empty; nothing if it would pass the ceiling. */
    private Optional<Slice> next(Slice[] now) {
        return spec.slice(now.length)
                .filter(next -> bits(now) + next.size().orElseThrow().sizeInBits() <= spec.ceilingBits()
                        && next.size().orElseThrow().sizeInBits() <= Words.MAX_BITS)
                .map(next -> new Slice(
                        next, CountedSlice.emptyTable(next, !singleWriter), !singleWriter, CountedSlice.NO_KEYS));
    }

    private void tell(Slice[] now, boolean grown) {
        long insertions =
                Arrays.stream(now).mapToLong(slice -> slice.insertions.get()).sum();
        if (rule.listener() == null && grown) {
            return;
        }
        if (grown) {
            long capacity =
                    Arrays.stream(now).mapToLong(slice -> slice.spec.capacity()).sum();
            Layout layout = Limits.allowsPaired(spec.targetFpp()) || spec.layout() != Layout.PAIRED
                    ? spec.layout()
                    : Layout.CLASSIC;
            long oneFilterBits =
                    BloomSizing.of(layout, capacity, spec.targetFpp()).sizeInBits();
            rule.tell(new CapacityEvent.Grown(insertions, now.length, capacity, bits(now), oneFilterBits), "");
        } else {
            rule.tell(
                    new CapacityEvent.CeilingReached(insertions, bits(now), spec.ceilingBits()),
                    "a scalable filter with " + Figures.of(insertions) + " keys is at its memory ceiling of "
                            + Figures.of(spec.ceilingBits() / 8) + " bytes: from here on its FPP rises above "
                            + Figures.of(spec.targetFpp()));
        }
    }

    private static long bits(Slice[] slices) {
        return Arrays.stream(slices)
                .mapToLong(slice -> slice.table.geometry().bits())
                .sum();
    }

    @Override
    long addBatch(long[] hashes, int count) {
        return addBatch(hashes, count, new boolean[count]);
    }

    @Override
    public boolean[] addEachHash(long[] hashes) {
        boolean[] isNew = new boolean[Objects.requireNonNull(hashes, "hashes").length];
        long unused = addBatch(hashes, hashes.length, isNew);
        return isNew;
    }

    /**
     * Leaves the bits and counts that adding one by one leaves: what all slices lack goes to the newest one at once if that stays within its limit,
     * and one by one if it may have to grow on the way.
     *
     * @param isNew all false; true at the place of each hash that was new afterwards
     */
    private long addBatch(long[] hashes, int count, boolean[] isNew) {
        UnseenHashes unseen = new UnseenHashes(count);
        long added = 0;
        for (int from = 0; from < count; from += UnseenHashes.MOST) {
            Slice[] now = slices;
            unseen.begin(hashes, from, Math.min(from + UnseenHashes.MOST, count));
            for (int i = now.length - 1; i >= 0; i--) {
                unseen.drop(now[i].table);
            }
            Slice newest = now[now.length - 1];
            if (newest.findsRoomFor(unseen.count())) {
                added += newest.addAll(unseen, isNew);
                continue;
            }
            for (int i = 0; i < unseen.count(); i++) {
                boolean isNewHash = addHash(unseen.hash(i));
                isNew[unseen.place(i)] = isNewHash;
                added += isNewHash ? 1 : 0;
            }
        }
        return added;
    }

    @Override
    void answerBatch(long[] hashes, int count, boolean[] answers, int at) {
        Slice[] now = slices;
        if (now.length == 1) {
            now[0].table.mightContainHashes(hashes, count, answers, at);
            return;
        }
        UnseenHashes unseen = new UnseenHashes(count);
        Arrays.fill(answers, at, at + count, true);
        for (int from = 0; from < count; from += UnseenHashes.MOST) {
            unseen.begin(hashes, from, Math.min(from + UnseenHashes.MOST, count));
            for (int i = now.length - 1; i >= 0; i--) {
                unseen.drop(now[i].table);
            }
            for (int i = 0; i < unseen.count(); i++) {
                answers[at + unseen.place(i)] = false;
            }
        }
    }

    @Override
    public double expectedFpp() {
        return TableLoad.fppOfAny(Arrays.asList(slices).stream().mapToDouble(Slice::fpp));
    }

    /** Forgets all keys and all slices but a new first one. */
    @Override
    public void clear() {
        growing.lock();
        try {
            slices = new Slice[] {next(new Slice[0]).orElseThrow()};
            cannotGrow = false;
            atCeiling = false;
        } finally {
            growing.unlock();
        }
    }

    /**
     * A filter of its own with the same keys, spec, seed and capacity policy. Keys added meanwhile may be in it or not.
     *
     * @return the copy
     */
    public ScalableBloomFilter<K> copy() {
        Slice[] copies = slices.clone();
        for (int i = 0; i < copies.length; i++) {
            Slice slice = copies[i];
            ReadCount count = slice.count();
            BloomTable copy = HeapRoom.of(slice.table.memoryBytes(), slice.spec, slice.table::copy);
            copies[i] = new Slice(slice.spec, copy, !singleWriter, count);
        }
        return new ScalableBloomFilter<>(this, copies);
    }

    @Override
    public ScalableInfo info() {
        List<BloomInfo> infos = new ArrayList<>();
        for (Slice slice : slices) {
            infos.add(slice.info());
        }
        return new ScalableInfo(
                spec,
                infos,
                TableLoad.fppOfAny(infos.stream().mapToDouble(BloomInfo::expectedFpp)),
                TableLoad.fppOfAny(infos.stream().mapToDouble(BloomInfo::currentFpp)));
    }

    @Override
    public QuickInfo quickInfo() {
        Slice[] all = slices;
        long bits = Arrays.stream(all)
                .mapToLong(slice -> slice.table.geometry().bits())
                .sum();
        long insertions = 0;
        long capacity = 0;
        long memoryBytes = 0;
        double taken = 0;
        boolean sampled = false;
        for (Slice slice : all) {
            double share = (double) slice.table.geometry().bits() / bits;
            int words = Math.max(1, (int) (share * QuickInfo.SAMPLE_WORDS));
            insertions += slice.insertions.get();
            capacity += slice.spec.capacity();
            memoryBytes += slice.table.memoryBytes();
            taken += share * slice.table.sampledFill(words);
            sampled |= slice.table.hasMoreThan(words);
        }
        return new QuickInfo(spec, insertions, capacity, taken, sampled, memoryBytes);
    }

    /** The spec and the number of slices; neither keys nor the seed. */
    @Override
    public String toString() {
        return "ScalableBloomFilter[" + spec + ", " + slices.length + " slices]";
    }
}
