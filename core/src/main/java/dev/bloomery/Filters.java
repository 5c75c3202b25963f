package dev.bloomery;

import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.LongFunction;

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
        return new SizeStep<>(spec -> new CountingBuilder<>(encoder, CountingSpec.of(spec)));
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
     * A filter of whatever kind, by a plan made elsewhere: {@code Filters.of(encoder, FilterSpec.parse(text)).build(keys)}.
     *
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> HashedBuilder<K, ?> of(KeyEncoder<K> encoder, FilterSpec spec) {
        Objects.requireNonNull(encoder, "encoder");
        return Kinds.of(Objects.requireNonNull(spec, "spec")).builder(encoder, spec);
    }

    /**
     * A filter of any kind that takes keys one by one, by a plan made elsewhere.
     *
     * @param encoder how keys become bytes
     * @param spec the plan; not that of a fuse filter, which is built from all its keys
     * @param <K> the type of the keys
     * @return the builder
     * @throws IllegalArgumentException if filters of that plan take no keys
     */
    public static <K> FilterBuilder<K, ?> addable(KeyEncoder<K> encoder, FilterSpec spec) {
        if (of(encoder, spec) instanceof FilterBuilder<K, ?> builder) {
            return builder;
        }
        throw new IllegalArgumentException(
                "spec is '" + spec
                        + "', a filter that takes no keys once it is built; use Filters.of(...).build(keys), or a bloom, counting, cuckoo, scalable or windowed one");
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

    /**
     * The question for the size of a filter, asked first.
     *
     * @param <B> the builder that follows
     */
    public static final class SizeStep<B> {
        private final Function<BloomSpec, B> builder;

        SizeStep(Function<BloomSpec, B> builder) {
            this.builder = builder;
        }

        /**
         * Sized for so many distinct keys.
         *
         * @param capacity from 0 to 2^40; what fits on the heap is less and depends on the FPP
         * @return the question for the FPP
         */
        public TargetStep<B> capacity(long capacity) {
            SpecChecks.capacity(capacity);
            return new TargetStep<>(targetFpp -> builder.apply(BloomSpec.of(capacity, targetFpp)));
        }

        /**
         * Of explicit size in the classic layout: exactly so many bits and probes.
         *
         * @param sizeInBits bits of the filter, m
         * @param probesPerKey bits that a key sets, k
         * @return the builder
         */
        public B size(long sizeInBits, int probesPerKey) {
            return builder.apply(BloomSpec.ofSize(new BloomSizing(Layout.CLASSIC, sizeInBits, probesPerKey)));
        }
    }

    /**
     * The question for the capacity of a filter, asked first.
     *
     * @param <B> the builder that follows
     */
    public static final class CapacityStep<B> {
        private final LongFunction<TargetStep<B>> next;

        CapacityStep(LongFunction<TargetStep<B>> next) {
            this.next = next;
        }

        /**
         * Sized for so many distinct keys.
         *
         * @param capacity from 0 to 2^40; what fits on the heap is less and depends on the FPP
         * @return the question for the FPP
         */
        public TargetStep<B> capacity(long capacity) {
            return next.apply(SpecChecks.capacity(capacity));
        }
    }

    /**
     * The question for the FPP of a filter.
     *
     * @param <B> the builder that follows
     */
    public static final class TargetStep<B> {
        private final DoubleFunction<B> builder;

        TargetStep(DoubleFunction<B> builder) {
            this.builder = builder;
        }

        /**
         * With at most such a probability that an absent key gets <i>maybe</i>.
         *
         * @param targetFpp a probability between 0 and 1, 0.01 for one percent
         * @return the builder
         */
        public B targetFpp(double targetFpp) {
            return builder.apply(SpecChecks.targetFpp(targetFpp));
        }
    }

    /**
     * The questions for the keys of a window and for its length, asked first.
     *
     * @param <K> the type of the keys
     */
    public static final class WindowStep<K> {
        private final KeyEncoder<K> encoder;

        WindowStep(KeyEncoder<K> encoder) {
            this.encoder = encoder;
        }

        /**
         * Remembers a key for at least this long, and forgets it by an eighth more (see {@link WindowedBuilder#slices}).
         *
         * @param window a millisecond to a hundred years
         * @param keysPerWindow keys that come in such a time, up to which the FPP promise holds; from 0 to 2^40
         * @return the question for the FPP
         */
        public TargetStep<WindowedBuilder<K>> window(Duration window, long keysPerWindow) {
            Objects.requireNonNull(window, "window");
            WindowedSpec unused = WindowedSpec.of(keysPerWindow, window, 0.5); // refused here, and not a step later
            return new TargetStep<>(
                    targetFpp -> new WindowedBuilder<>(encoder, WindowedSpec.of(keysPerWindow, window, targetFpp)));
        }
    }
}
