package dev.bloomery.durable;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.file.DurableException;
import dev.bloomery.file.DurableState;
import dev.bloomery.file.Recovery;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.info.DurableStatistics;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.internal.durable.MemoryFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterKind;
import dev.bloomery.spec.FilterSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/**
 * A filter in a directory, of whatever kind: queries go to the filter in memory, operations through its journal. {@link #inDirectory} opens any of them;
 * where the kind is known, {@link DurableFilter}, {@link DurableRemovableFilter} and {@link DurableWindowedFilter} can do more.
 *
 * @param <K> the type of the keys
 */
public abstract sealed class JournaledFilter<K> implements AddableFilter<K>, AutoCloseable
        permits DurableFilter, DurableRemovableFilter, DurableWindowedFilter {
    /** Keys that are hashed and journaled at once: enough that the lock costs nothing, few enough that others get it, too. */
    private static final int BATCH = 1 << 15;

    /** If it is not known how many keys there are. */
    private static final int FIRST_BATCH = 1 << 8;

    final Engine<K> engine;

    JournaledFilter(Engine<K> engine) {
        this.engine = engine;
    }

    /**
     * A filter of any kind that takes keys in a directory, which is created if need be; its parent must be there. What it gives is a {@link
     * DurableRemovableFilter} if its kind can remove, a {@link DurableWindowedFilter} if it forgets, a {@link DurableFilter} otherwise.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan; of a filter that is there, the same, or one that leaves its size open
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     * @throws IllegalArgumentException if filters of that plan take no keys
     */
    public static <K> DurableBuilder<K, JournaledFilter<K>> inDirectory(
            Path directory, KeyEncoder<K> encoder, FilterSpec spec) {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(encoder, "encoder");
        FilterKind kind = Objects.requireNonNull(spec, "spec").kind();
        MemoryFilter.requireKeys(spec);
        return new DurableBuilder<>(directory, encoder, spec, engine -> of(engine, kind));
    }

    private static <K> JournaledFilter<K> of(Engine<K> engine, FilterKind kind) {
        if (kind.removes()) {
            return new DurableRemovableFilter<>(engine);
        }
        return kind.forgets() ? new DurableWindowedFilter<>(engine) : new DurableFilter<>(engine);
    }

    // queries

    @Override
    public boolean mightContain(K key) {
        return engine.filter().mightContain(key);
    }

    @Override
    public long hash(K key) {
        return engine.filter().hash(key);
    }

    @Override
    public long hashLong(long key) {
        return engine.filter().hashLong(key);
    }

    @Override
    public boolean mightContainLong(long key) {
        return engine.filter().mightContainLong(key);
    }

    @Override
    public boolean mightContainHash(long hash) {
        return engine.filter().mightContainHash(hash);
    }

    @Override
    public boolean[] mightContainEach(K[] keys) {
        return engine.filter().mightContainEach(keys);
    }

    @Override
    public boolean[] mightContainEach(Collection<? extends K> keys) {
        return engine.filter().mightContainEach(keys);
    }

    @Override
    public boolean[] mightContainEachLong(long[] keys) {
        return engine.filter().mightContainEachLong(keys);
    }

    @Override
    public boolean[] mightContainEachHash(long[] hashes) {
        return engine.filter().mightContainEachHash(hashes);
    }

    @Override
    public FilterInfo info() {
        return engine.filter().info();
    }

    @Override
    public QuickInfo quickInfo() {
        return engine.filter().quickInfo();
    }

    @Override
    public double expectedFpp() {
        return engine.filter().expectedFpp();
    }

    // operations

    /**
     * {@inheritDoc}
     *
     * <p>When it returns, the key is on the disk as the {@link SyncPolicy} says, also if it returns false.
     *
     * @throws DurableException if the journal cannot be written; then it is not known whether the key was added
     */
    @Override
    public boolean add(K key) {
        return engine.add(hash(key));
    }

    @Override
    public boolean addHash(long hash) {
        return engine.add(hash);
    }

    @Override
    public boolean addLong(long key) {
        return engine.add(hashLong(key));
    }

    @Override
    public AddResult tryAdd(K key) {
        return engine.tryAdd(hash(key));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Many keys share the lock, the journal and one wait at the end.
     */
    @Override
    public long addAll(Iterable<? extends K> keys) {
        Iterator<? extends K> remaining = Objects.requireNonNull(keys, "keys").iterator();
        AddableFilter<K> filter = engine.filter();
        long[] hashes = new long[FIRST_BATCH];
        long added = 0;
        while (remaining.hasNext()) {
            int count = 0;
            while (count < hashes.length && remaining.hasNext()) {
                hashes[count++] = filter.hash(remaining.next());
            }
            added += engine.addBatch(hashes, count);
            if (hashes.length < BATCH && remaining.hasNext()) {
                hashes = new long[2 * hashes.length];
            }
        }
        engine.acknowledge();
        return added;
    }

    @Override
    public long addAll(K[] keys) {
        AddableFilter<K> filter = engine.filter();
        return addAll(Objects.requireNonNull(keys, "keys").length, (i) -> filter.hash(keys[i]));
    }

    @Override
    public long addAllLongs(long[] keys) {
        AddableFilter<K> filter = engine.filter();
        return addAll(Objects.requireNonNull(keys, "keys").length, (i) -> filter.hashLong(keys[i]));
    }

    @Override
    public long addAllHashes(long[] hashes) {
        return addAll(Objects.requireNonNull(hashes, "hashes").length, (i) -> hashes[i]);
    }

    @FunctionalInterface
    private interface Hashes {
        long get(int index);
    }

    private long addAll(int count, Hashes source) {
        long[] hashes = new long[Math.min(count, BATCH)];
        long added = 0;
        for (int from = 0; from < count; from += hashes.length) {
            int batch = Math.min(hashes.length, count - from);
            for (int i = 0; i < batch; i++) {
                hashes[i] = source.get(from + i);
            }
            added += engine.addBatch(hashes, batch);
        }
        engine.acknowledge();
        return added;
    }

    /** Forgets all keys, for ever. Waits for a checkpoint that runs. */
    @Override
    public void clear() {
        engine.clear();
    }

    // the directory

    /**
     * The plan with which the filter was created, settled.
     *
     * @return the spec, without the secret
     */
    public FilterSpec spec() {
        return engine.memory.spec();
    }

    /**
     * Everything that was acknowledged before is on the disk when it returns, under any policy.
     *
     * @throws DurableException if the journal cannot be written
     */
    public void sync() {
        engine.sync();
    }

    /**
     * Writes a new snapshot, so that the filter opens faster and older journals go. It happens by itself when they have grown enough; call
     * it before a planned stop, say. Operations go on meanwhile. Takes the memory of a second filter of this kind if it can remove.
     *
     * @throws IOException if the snapshot cannot be written; the filter goes on with the old one and its journals
     * @throws DurableException if the journal cannot be written
     */
    public void checkpoint() throws IOException {
        engine.checkpoint();
    }

    /**
     * Why the last checkpoint failed. The filter works all the same, but its journals grow until one succeeds.
     *
     * @return the reason; nothing if it succeeded, or none was due yet
     */
    public Optional<Exception> lastCheckpointFailure() {
        return engine.checkpoints().failure();
    }

    /**
     * What was found when the filter was opened.
     *
     * @return what was replayed, and whether it had been closed
     */
    public Recovery recovery() {
        return engine.recovery();
    }

    /**
     * What it has done on its disk since it was opened, also after it was closed.
     *
     * @return a picture of this moment
     */
    public DurableStatistics statistics() {
        return CountedSyncs.of(engine.counts());
    }

    /**
     * Whether it works.
     *
     * @return the state
     */
    public DurableState state() {
        return engine.state();
    }

    /**
     * Syncs everything, marks that nothing is missing, and releases the directory. A second call does nothing; every other use throws an
     * {@link IllegalStateException} from then on.
     *
     * @throws DurableException if not everything could be synced; the directory is released all the same
     */
    @Override
    public void close() {
        engine.close();
    }

    /** The spec and the state; neither keys nor the seed. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + spec() + ", " + state() + "]";
    }
}
