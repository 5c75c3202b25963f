package dev.bloomery.internal.durable;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.FilterBuilder;
import dev.bloomery.Filters;
import dev.bloomery.RemovableFilter;
import dev.bloomery.Snapshot;
import dev.bloomery.SnapshotLoader;
import dev.bloomery.Snapshotable;
import dev.bloomery.WindowedFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.Progress;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.SeededSpec;
import dev.bloomery.spec.WindowedSpec;
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

    private final AddableFilter<K> filter;
    private final Snapshotable snapshots;
    private final SeededSpec plan;

    /** Null if the kind cannot remove. */
    private final @Nullable RemovableFilter<K> removing;

    private final boolean mayRefuse;

    /** Null if the kind knows no time. */
    private final @Nullable WindowedFilter<K> windowed;

    /** When the next key comes, for a kind that knows time: milliseconds since 1970. */
    private long time = Long.MIN_VALUE;

    private <F extends AddableFilter<K> & Snapshotable> MemoryFilter(
            F filter, SeededSpec plan, @Nullable RemovableFilter<K> removing, boolean mayRefuse) {
        this.filter = filter;
        this.snapshots = filter;
        this.plan = plan;
        this.removing = removing;
        this.mayRefuse = mayRefuse;
        this.windowed = filter instanceof WindowedFilter<?> ? asWindowed(filter) : null;
    }

    @SuppressWarnings("unchecked") // it is a filter of these keys
    private static <K> WindowedFilter<K> asWindowed(AddableFilter<K> filter) {
        return (WindowedFilter<K>) filter;
    }

    /** An empty one. */
    public static <K> MemoryFilter<K> create(KeyEncoder<K> encoder, FilterSpec spec, Seed seed, Choices choices) {
        boolean rejects = choices.policy() == CapacityPolicy.REJECT;
        if (spec instanceof BloomSpec bloom) {
            var filter = prepared(Filters.bloom(encoder, bloom), seed, choices).build();
            return new MemoryFilter<>(filter, filter.seededSpec(), null, rejects);
        } else if (spec instanceof ScalableSpec scalable) {
            var filter = prepared(Filters.scalableBloom(encoder, scalable), seed, choices)
                    .build();
            return new MemoryFilter<>(filter, filter.seededSpec(), null, true);
        } else if (spec instanceof WindowedSpec windowed) {
            InstantSource clock = choices.clock();
            var builder = prepared(Filters.windowed(encoder, windowed), seed, choices);
            var filter = (clock == null ? builder : builder.clock(clock)).build();
            return new MemoryFilter<>(filter, filter.seededSpec(), null, rejects);
        } else if (spec instanceof CountingSpec counting) {
            var filter = prepared(Filters.countingBloom(encoder, counting), seed, choices)
                    .build();
            return new MemoryFilter<>(filter, filter.seededSpec(), filter, true);
        } else if (spec instanceof CuckooSpec cuckoo) {
            var filter =
                    prepared(Filters.cuckoo(encoder, cuckoo), seed, choices).build();
            return new MemoryFilter<>(filter, filter.seededSpec(), filter, true);
        }
        throw cannotBe(spec);
    }

    private static <K, B extends FilterBuilder<K, B>> B prepared(B builder, Seed seed, Choices choices) {
        B prepared = builder.singleWriter().seed(seed);
        CapacityPolicy policy = choices.policy();
        LateEvents listener = choices.listener();
        prepared = policy == null ? prepared : prepared.whenFull(policy);
        return listener == null ? prepared : prepared.onCapacity(choices.level(), listener);
    }

    /** Where a snapshot is. */
    @FunctionalInterface
    public interface Source<K> {
        Snapshot<K> with(SnapshotLoader<K> loader) throws IOException;
    }

    /** From a snapshot of that plan. */
    public static <K> MemoryFilter<K> load(
            KeyEncoder<K> encoder, FilterSpec stored, Choices choices, Progress progress, Source<K> source)
            throws IOException {
        SnapshotLoader<K> loader = Filters.load(encoder).singleWriter().onProgress(progress);
        CapacityPolicy policy = choices.policy();
        LateEvents listener = choices.listener();
        InstantSource clock = choices.clock();
        loader = policy == null ? loader : loader.whenFull(policy);
        loader = clock == null ? loader : loader.clock(clock);
        Snapshot<K> snapshot = source.with(listener == null ? loader : loader.onCapacity(choices.level(), listener));
        boolean rejects = policy == CapacityPolicy.REJECT;
        if (stored instanceof BloomSpec) {
            var filter = snapshot.bloom();
            return new MemoryFilter<>(filter, filter.seededSpec(), null, rejects);
        } else if (stored instanceof ScalableSpec) {
            var filter = snapshot.scalableBloom();
            return new MemoryFilter<>(filter, filter.seededSpec(), null, true);
        } else if (stored instanceof WindowedSpec) {
            var filter = snapshot.windowed();
            return new MemoryFilter<>(filter, filter.seededSpec(), null, rejects);
        } else if (stored instanceof CountingSpec) {
            var filter = snapshot.countingBloom();
            return new MemoryFilter<>(filter, filter.seededSpec(), filter, true);
        } else if (stored instanceof CuckooSpec) {
            var filter = snapshot.cuckoo();
            return new MemoryFilter<>(filter, filter.seededSpec(), filter, true);
        }
        throw cannotBe(stored);
    }

    private static IllegalArgumentException cannotBe(FilterSpec spec) {
        return new IllegalArgumentException("a filter of '" + spec
                + "' cannot live in a directory; use a bloom, scalable-bloom, windowed, counting-bloom or cuckoo one");
    }

    /** To be asked, and to be changed under the lock of the journal only. */
    public AddableFilter<K> filter() {
        return filter;
    }

    public FilterSpec spec() {
        return plan.spec();
    }

    public Seed seed() {
        return plan.seed();
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
        snapshots.snapshot().onProgress(progress).to(out);
    }
}
