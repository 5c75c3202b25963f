package dev.bloomery;

import dev.bloomery.key.KeyEncoder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BloomFilter}: first its size, then what may be chosen. Every wrong value is refused where it is given,
 * before anything is allocated.
 *
 * @param <K> the type of the keys
 */
public final class BloomBuilder<K> {
    private final KeyEncoder<K> encoder;
    private BloomSpec spec;
    private @Nullable Seed seed;
    private boolean singleWriter;

    private BloomBuilder(KeyEncoder<K> encoder, BloomSpec spec) {
        this.encoder = encoder;
        this.spec = Objects.requireNonNull(spec, "spec");
    }

    /**
     * The question for the size of the filter.
     *
     * @param <K> the type of the keys
     */
    public static final class Sizing<K> {
        private final KeyEncoder<K> encoder;

        Sizing(KeyEncoder<K> encoder) {
            this.encoder = encoder;
        }

        /**
         * Sized for so many distinct keys.
         *
         * @param capacity from 0 to 2^40; what fits on the heap is less and depends on the FPP
         * @return the question for the FPP
         */
        public Target<K> capacity(long capacity) {
            return new Target<>(encoder, SpecChecks.capacity(capacity));
        }

        /**
         * Of explicit size in the classic layout: exactly so many bits and probes.
         *
         * @param sizeInBits bits of the filter, m
         * @param probesPerKey bits that a key sets, k
         * @return the builder
         */
        public BloomBuilder<K> size(long sizeInBits, int probesPerKey) {
            return spec(BloomSpec.ofSize(new BloomSizing(Layout.CLASSIC, sizeInBits, probesPerKey)));
        }

        /**
         * By a plan made elsewhere.
         *
         * @param spec the plan
         * @return the builder
         */
        public BloomBuilder<K> spec(BloomSpec spec) {
            return new BloomBuilder<>(encoder, spec);
        }
    }

    /**
     * The question for the FPP at capacity.
     *
     * @param <K> the type of the keys
     */
    public static final class Target<K> {
        private final KeyEncoder<K> encoder;
        private final long capacity;

        private Target(KeyEncoder<K> encoder, long capacity) {
            this.encoder = encoder;
            this.capacity = capacity;
        }

        /**
         * With at most such a probability that an absent key gets <i>maybe</i>.
         *
         * @param targetFpp a probability between 0 and 1, 0.01 for one percent
         * @return the builder
         */
        public BloomBuilder<K> targetFpp(double targetFpp) {
            return new BloomBuilder<>(encoder, BloomSpec.of(capacity, targetFpp));
        }
    }

    /**
     * Where the bits of a key go; {@link Layout#AUTO} unless you say otherwise.
     *
     * @param layout the layout
     * @return this
     */
    public BloomBuilder<K> layout(Layout layout) {
        if (spec.size().isPresent()) {
            throw new IllegalStateException("the size is given, and with it the layout (" + spec
                    + "); for another layout build by capacity and targetFpp, or give the layout in BloomSizing");
        }
        spec = spec.withLayout(layout);
        return this;
    }

    /**
     * Hashes with {@link KeyHash#SIPHASH_2_4}: for keys that strangers choose while they can watch the answers.
     *
     * @return this
     */
    public BloomBuilder<K> hardened() {
        return hash(KeyHash.SIPHASH_2_4);
    }

    /**
     * Hashes with this function; {@link KeyHash#XXH3_64} unless you say otherwise.
     *
     * @param hash the hash
     * @return this
     */
    public BloomBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * With this seed; a random secret one unless you say otherwise. Filters that are to be merged, or built alike on
     * several machines, need the same seed.
     *
     * @param seed the seed
     * @return this
     */
    public BloomBuilder<K> seed(Seed seed) {
        this.seed = Objects.requireNonNull(seed, "seed");
        return this;
    }

    /**
     * One thread adds at a time, which makes adds cheaper; any number may query beside it. Two threads that add at the
     * same moment would lose keys.
     *
     * @return this
     */
    public BloomBuilder<K> singleWriter() {
        singleWriter = true;
        return this;
    }

    /**
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     * @throws IllegalArgumentException if it needs more than 2^37 bits
     */
    public BloomFilter<K> build() {
        return BloomFilter.empty(encoder, spec.sized(), seed == null ? Seed.random() : seed, singleWriter);
    }
}
