package dev.bloomery.internal.durable;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.FilterBuilder;
import dev.bloomery.Filters;
import dev.bloomery.HeapFilter;
import dev.bloomery.RemovableFilter;
import dev.bloomery.Snapshot;
import dev.bloomery.SnapshotLoader;
import dev.bloomery.WindowedBuilder;
import dev.bloomery.WindowedFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.Progress;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterKind;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The filter in memory, of one of the kinds that take keys, as its journal sees it. It is built for a single writer: who changes it holds
 * the lock of the journal. Queries need none.
 *
 * @param <K> the type of the keys
 */
public final class MemoryFilter<K> {
    /** Whose hash tells the journals of one filter from those of another. */
    private static final long CHECKED = 0x626C6F6F6D657279L;

    private final HeapFilter<K> filter;

    /** Null if the kind cannot remove. */
    private final @Nullable RemovableFilter<K> removing;

    private final boolean mayRefuse;

    /** Null if the kind knows no time. */
    private final @Nullable WindowedFilter<K> windowed;

    /** When the next key comes, for a kind that knows time: milliseconds since 1970. */
    private long time = Long.MIN_VALUE;

    private MemoryFilter(HeapFilter<K> filter, FilterOptions options) {
        this.filter = filter;
        this.removing = filter instanceof RemovableFilter<K> can ? can : null;
        this.windowed = filter instanceof WindowedFilter<K> knowsTime ? knowsTime : null;
        FilterKind kind = filter.spec().kind();
        this.mayRefuse = options.policy() == CapacityPolicy.REJECT || kind.grows() || kind.removes();
    }

    /** An empty one. */
    public static <K> MemoryFilter<K> create(KeyEncoder<K> encoder, FilterSpec spec, Seed seed, FilterOptions options) {
        requireKeys(spec);
        return new MemoryFilter<>(empty(Filters.addable(encoder, spec), seed, options), options);
    }

    private static <K, B extends FilterBuilder<K, B>> HeapFilter<K> empty(
            FilterBuilder<K, B> builder, Seed seed, FilterOptions options) {
        B prepared = builder.singleWriter().seed(seed);
        CapacityPolicy policy = options.policy();
        LateEvents listener = options.listener();
        InstantSource clock = options.clock();
        prepared = policy == null ? prepared : prepared.whenFull(policy);
        prepared = listener == null ? prepared : prepared.onCapacity(options.level(), listener);
        if (clock != null && prepared instanceof WindowedBuilder<?> timed) {
            timed.clock(clock);
        }
        return prepared.build();
    }

    /** Where a snapshot is. */
    @FunctionalInterface
    public interface Source<K> {
        Snapshot<K> with(SnapshotLoader<K> loader) throws IOException;
    }

    /** From a snapshot of that plan. */
    public static <K> MemoryFilter<K> load(
            KeyEncoder<K> encoder, FilterSpec stored, FilterOptions options, Progress progress, Source<K> source)
            throws IOException {
        requireKeys(stored);
        SnapshotLoader<K> loader = Filters.load(encoder).singleWriter().onProgress(progress);
        CapacityPolicy policy = options.policy();
        LateEvents listener = options.listener();
        InstantSource clock = options.clock();
        loader = policy == null ? loader : loader.whenFull(policy);
        loader = clock == null ? loader : loader.clock(clock);
        Snapshot<K> snapshot = source.with(listener == null ? loader : loader.onCapacity(options.level(), listener));
        return new MemoryFilter<>(snapshot.heap(), options);
    }

    /** Refuses kinds that take no keys. */
    public static void requireKeys(FilterSpec spec) {
        if (!spec.kind().takesKeys()) {
            throw new IllegalArgumentException(
                    "a filter of '" + spec
                            + "' cannot live in a directory; use a bloom, scalable-bloom, windowed, counting-bloom or cuckoo one");
        }
    }

    /** To be asked, and to be changed under the lock of the journal only. */
    public AddableFilter<K> filter() {
        return filter;
    }

    public FilterSpec spec() {
        return filter.spec();
    }

    public Seed seed() {
        return filter.seededSpec().seed();
    }

    public boolean canRemove() {
        return removing != null;
    }

    /** How often the key with this hash is in, of a kind that can remove. */
    public long count(long hash) {
        return Objects.requireNonNull(removing, "kind").countHash(hash);
    }

    /** What tells its journals from those of another seed or hash. */
    public long check() {
        return filter.hashLong(CHECKED);
    }

    /** Whether an add may throw, by policy or because there is no room. */
    public boolean mayRefuse() {
        return mayRefuse;
    }

    /** Whether keys are forgotten, so that it matters when one comes. */
    public boolean knowsTime() {
        return windowed != null;
    }

    /** The time by which the filter goes, for a kind that knows time. */
    public long now() {
        return Objects.requireNonNull(windowed, "kind").time().toEpochMilli();
    }

    /** The keys that follow come at this time; for a kind that knows none it means nothing. */
    public void setTime(long millis) {
        time = millis;
    }

    /** Whether it was said when the next key comes, for a kind that must know. */
    public boolean hasTime() {
        return windowed == null || time != Long.MIN_VALUE;
    }

    public boolean add(long hash) {
        return windowed == null ? filter.addHash(hash) : windowed.addHashAt(hash, time);
    }

    /** Adds {@code hashes[0 .. count)}. */
    public long addAll(long[] hashes, int count) {
        if (windowed != null) {
            long added = 0;
            for (int i = 0; i < count; i++) {
                added += add(hashes[i]) ? 1 : 0;
            }
            return added;
        }
        return filter.addAllHashes(count == hashes.length ? hashes : Arrays.copyOf(hashes, count));
    }

    public AddResult tryAdd(long hash) {
        if (filter instanceof CuckooFilter<K> cuckoo) {
            return cuckoo.tryAddHash(hash);
        }
        try {
            return add(hash) ? AddResult.ADDED : AddResult.MAYBE_PRESENT;
        } catch (FilterFullException full) {
            return AddResult.FULL;
        }
    }

    public boolean remove(long hash) {
        return removing != null && removing.removeHash(hash);
    }

    public void writeTo(OutputStream out, Progress progress) throws IOException {
        filter.snapshot().onProgress(progress).to(out);
    }
}
