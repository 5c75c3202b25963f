package dev.bloomery.durable;

import dev.bloomery.RemovableFilter;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A cuckoo filter, or a counting one, that lives in a directory: <b>a crash loses nothing that was acknowledged</b> under the {@link
 * SyncPolicy} chosen, neither an add nor a remove.
 *
 * <pre>{@code
 * try (DurableRemovableFilter<Long> open = DurableRemovableFilter.in(directory, KeyEncoder.int64(), CuckooSpec.of(1_000_000, 0.001)).open()) {
 *     open.add(4711L);
 *     open.remove(4711L);
 * }
 * }</pre>
 *
 * <p>As for {@link DurableFilter}; adds and removes wait for each other. <b>After a crash do not repeat a remove that was not acknowledged</b>: it
 * may have been kept, and a second one would take away another key. Ask the store of record.
 *
 * @param <K> the type of the keys
 */
public final class DurableRemovableFilter<K> extends JournaledFilter<K> implements RemovableFilter<K> {

    DurableRemovableFilter(Engine<K> engine) {
        super(engine);
    }

    /**
     * A cuckoo filter in a directory, which is created if need be; its parent must be there.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan; of a filter that is there, the same, or one that leaves its size open
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     */
    public static <K> DurableBuilder<K, DurableRemovableFilter<K>> in(
            Path directory, KeyEncoder<K> encoder, CuckooSpec spec) {
        return builder(directory, encoder, spec);
    }

    /**
     * A counting Bloom filter in a directory, which is created if need be; its parent must be there.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan; of a filter that is there, the same, or one that leaves its size open
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     */
    public static <K> DurableBuilder<K, DurableRemovableFilter<K>> in(
            Path directory, KeyEncoder<K> encoder, CountingSpec spec) {
        return builder(directory, encoder, spec);
    }

    private static <K> DurableBuilder<K, DurableRemovableFilter<K>> builder(
            Path directory, KeyEncoder<K> encoder, FilterSpec spec) {
        return new DurableBuilder<>(
                Objects.requireNonNull(directory, "directory"),
                Objects.requireNonNull(encoder, "encoder"),
                Objects.requireNonNull(spec, "spec"),
                DurableRemovableFilter::new);
    }

    @Override
    public boolean remove(K key) {
        return engine.remove(hash(key));
    }

    @Override
    public boolean removeHash(long hash) {
        return engine.remove(hash);
    }

    @Override
    public long count(K key) {
        return engine.count(hash(key));
    }

    @Override
    public long countHash(long hash) {
        return engine.count(hash);
    }
}
