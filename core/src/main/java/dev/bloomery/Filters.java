package dev.bloomery;

import dev.bloomery.key.KeyEncoder;
import java.util.Objects;

/**
 * Where every filter begins.
 *
 * <pre>{@code
 * BloomFilter<String> seen = Filters.bloom(KeyEncoder.utf8()).capacity(10_000_000).targetFpp(0.01).build();
 * seen.add("https://example.com/");
 * seen.mightContain("https://example.com/"); // true
 * }</pre>
 */
public final class Filters {

    private Filters() {}

    /**
     * A Bloom filter: takes keys and never forgets one; cannot remove.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for its size
     */
    public static <K> SizeStep<BloomBuilder<K>> bloom(KeyEncoder<K> encoder) {
        Objects.requireNonNull(encoder, "encoder");
        return new SizeStep<>(spec -> new BloomBuilder<>(encoder, spec));
    }

    /**
     * A Bloom filter by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> BloomBuilder<K> bloom(KeyEncoder<K> encoder, BloomSpec spec) {
        return new BloomBuilder<>(Objects.requireNonNull(encoder, "encoder"), Objects.requireNonNull(spec, "spec"));
    }

    /**
     * A counting Bloom filter: can remove keys that were added, in four times the memory.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for its size
     */
    public static <K> SizeStep<CountingBuilder<K>> countingBloom(KeyEncoder<K> encoder) {
        Objects.requireNonNull(encoder, "encoder");
        return new SizeStep<>(
                spec -> new CountingBuilder<>(encoder, new CountingSpec(spec, CountingSpec.DEFAULT_COUNTER_BITS)));
    }

    /**
     * A counting Bloom filter by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> CountingBuilder<K> countingBloom(KeyEncoder<K> encoder, CountingSpec spec) {
        return new CountingBuilder<>(Objects.requireNonNull(encoder, "encoder"), Objects.requireNonNull(spec, "spec"));
    }

    /**
     * A scalable Bloom filter: starts small and grows with its keys, for who does not know how many there will be.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for its FPP
     */
    public static <K> TargetStep<ScalableBuilder<K>> scalableBloom(KeyEncoder<K> encoder) {
        Objects.requireNonNull(encoder, "encoder");
        return new TargetStep<>(targetFpp -> new ScalableBuilder<>(encoder, ScalableSpec.of(targetFpp)));
    }

    /**
     * A scalable Bloom filter by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> ScalableBuilder<K> scalableBloom(KeyEncoder<K> encoder, ScalableSpec spec) {
        return new ScalableBuilder<>(Objects.requireNonNull(encoder, "encoder"), Objects.requireNonNull(spec, "spec"));
    }

    /**
     * A cuckoo filter: can remove keys that were added, in about the memory of a Bloom filter; can be full.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for its capacity
     */
    public static <K> CapacityStep<CuckooBuilder<K>> cuckoo(KeyEncoder<K> encoder) {
        Objects.requireNonNull(encoder, "encoder");
        return new CapacityStep<>(capacity ->
                new TargetStep<>(targetFpp -> new CuckooBuilder<>(encoder, CuckooSpec.of(capacity, targetFpp))));
    }

    /**
     * A cuckoo filter by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> CuckooBuilder<K> cuckoo(KeyEncoder<K> encoder, CuckooSpec spec) {
        return new CuckooBuilder<>(Objects.requireNonNull(encoder, "encoder"), Objects.requireNonNull(spec, "spec"));
    }

    /**
     * A windowed filter: remembers a key for a time, and forgets it then.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for the window
     */
    public static <K> WindowStep<K> windowed(KeyEncoder<K> encoder) {
        return new WindowStep<>(Objects.requireNonNull(encoder, "encoder"));
    }

    /**
     * A windowed filter by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> WindowedBuilder<K> windowed(KeyEncoder<K> encoder, WindowedSpec spec) {
        return new WindowedBuilder<>(Objects.requireNonNull(encoder, "encoder"), Objects.requireNonNull(spec, "spec"));
    }

    /**
     * A family: a small filter for each of very many owners, the articles that each user has read, say.
     *
     * @param owners how owners become bytes
     * @param keys how keys become bytes
     * @param <O> the type of the owners
     * @param <K> the type of the keys
     * @return the question for its FPP
     */
    public static <O, K> TargetStep<FamilyBuilder<O, K>> family(KeyEncoder<O> owners, KeyEncoder<K> keys) {
        Objects.requireNonNull(owners, "owners");
        Objects.requireNonNull(keys, "keys");
        return new TargetStep<>(targetFpp -> new FamilyBuilder<>(owners, keys, targetFpp));
    }

    /**
     * Filters that were kept in a file; see {@link Snapshotable}.
     *
     * @param encoder how keys become bytes: the one that the filter was built with
     * @param <K> the type of the keys
     * @return where to say from where, and which kind
     */
    public static <K> SnapshotLoader<K> load(KeyEncoder<K> encoder) {
        return new SnapshotLoader<>(Objects.requireNonNull(encoder, "encoder"));
    }

    /**
     * A fuse filter: a fixed set of keys in the least memory. It is built from all its keys and takes no more.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for its FPP
     */
    public static <K> TargetStep<FuseBuilder<K>> fuse(KeyEncoder<K> encoder) {
        Objects.requireNonNull(encoder, "encoder");
        return new TargetStep<>(targetFpp -> new FuseBuilder<>(encoder, FuseSpec.of(targetFpp)));
    }

    /**
     * A fuse filter by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> FuseBuilder<K> fuse(KeyEncoder<K> encoder, FuseSpec spec) {
        return new FuseBuilder<>(Objects.requireNonNull(encoder, "encoder"), Objects.requireNonNull(spec, "spec"));
    }
}
