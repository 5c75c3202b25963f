package dev.bloomery.durable;

import dev.bloomery.ClaimableFilter;
import dev.bloomery.file.DurableException;
import dev.bloomery.file.DurableState;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.ScalableSpec;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A Bloom filter, or a scalable one, that lives in a directory: <b>a crash loses nothing that was acknowledged</b> under the {@link
 * SyncPolicy} chosen.
 *
 * <pre>{@code
 * try (DurableFilter<String> seen = DurableFilter.in(directory, KeyEncoder.utf8(), BloomSpec.of(10_000_000, 0.01)).open()) {
 *     seen.add("https://example.com/"); // returns when it is on the disk
 * }
 * }</pre>
 *
 * <p>The filter is in memory; queries never touch the disk. Adds go to a journal first, eight bytes each, and many of them share a sync:
 * use several threads, or {@code addAll}. If the journal cannot be written, the filter is {@link DurableState#FAILED}: operations
 * throw a {@link DurableException}, queries go on.
 *
 * <p>Threads: any number may add and query. Queries take no lock; adds of new keys wait for each other for the time of an add, and for a
 * sync if the policy says so. One process at a time has the directory.
 *
 * @param <K> the type of the keys
 */
public final class DurableFilter<K> extends JournaledFilter<K> implements ClaimableFilter<K> {

    DurableFilter(Engine<K> engine) {
        super(engine);
    }

    /**
     * A Bloom filter in a directory, which is created if need be; its parent must be there.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan; of a filter that is there, the same, or one that leaves its size open
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     */
    public static <K> DurableBuilder<K, DurableFilter<K>> in(Path directory, KeyEncoder<K> encoder, BloomSpec spec) {
        return builder(directory, encoder, spec);
    }

    /**
     * A scalable Bloom filter in a directory, which is created if need be; its parent must be there.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan; of a filter that is there, the same
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     */
    public static <K> DurableBuilder<K, DurableFilter<K>> in(Path directory, KeyEncoder<K> encoder, ScalableSpec spec) {
        return builder(directory, encoder, spec);
    }

    private static <K> DurableBuilder<K, DurableFilter<K>> builder(
            Path directory, KeyEncoder<K> encoder, FilterSpec spec) {
        return new DurableBuilder<>(
                Objects.requireNonNull(directory, "directory"),
                Objects.requireNonNull(encoder, "encoder"),
                Objects.requireNonNull(spec, "spec"),
                DurableFilter::new);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Also after a crash: who won under {@link SyncPolicy#always} has won for ever.
     */
    @Override
    public boolean claim(K key) {
        return engine.claim(hash(key));
    }

    @Override
    public boolean claimHash(long hash) {
        return engine.claim(hash);
    }
}
