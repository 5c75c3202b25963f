package dev.bloomery.spec;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.CountingTable;
import dev.bloomery.internal.geometry.BlockedGeometry;
import java.util.Objects;

/**
 * The plan of a counting Bloom filter: that of a Bloom filter, with a counter in the place of each bit.
 *
 * <pre>
 * counting-bloom capacity=1000000 fpp=0.01 layout=blocked bits=10100736 k=8 hash=xxh3-64 counter=4
 * </pre>
 *
 * @param positions the plan of the Bloom filter of the same positions
 * @param counterBits bits of a counter, 4 or 8
 */
public record CountingSpec(BloomSpec positions, int counterBits) implements FilterSpec {
    static final String KIND = "counting-bloom";
    private static final int DEFAULT_COUNTER_BITS = 4;

    public CountingSpec {
        if (Objects.requireNonNull(positions, "positions").layout() == Layout.PAIRED) {
            throw new IllegalArgumentException(
                    "layout paired has no counters; use layout classic, or auto to have one picked");
        }
        if (counterBits != 4 && counterBits != 8) {
            throw new IllegalArgumentException("counterBits is " + counterBits + "; use 4, or 8 for keys added often");
        }
    }

    /**
     * A plan by capacity and target, with counters of 4 bits.
     *
     * @param capacity distinct keys, from 0 to 2^40
     * @param targetFpp a probability between 0 and 1
     * @return the plan
     */
    public static CountingSpec of(long capacity, double targetFpp) {
        return of(BloomSpec.of(capacity, targetFpp));
    }

    /**
     * A plan with counters of 4 bits in the place of the bits of another.
     *
     * @param positions where counters are
     * @return the plan
     */
    public static CountingSpec of(BloomSpec positions) {
        return new CountingSpec(positions, DEFAULT_COUNTER_BITS);
    }

    @Override
    public long capacity() {
        return positions.capacity();
    }

    @Override
    public double targetFpp() {
        return positions.targetFpp();
    }

    @Override
    public KeyHash hash() {
        return positions.hash();
    }

    /**
     * The same plan with layout and size settled.
     *
     * @return this, if they are already
     */
    public CountingSpec sized() {
        return new CountingSpec(positions.sized(), counterBits);
    }

    /**
     * Bytes of memory that a filter of this plan takes, as its {@code info()} says.
     *
     * @return the bytes
     */
    public long memoryBytes() {
        return CountingTable.memoryBytes(positions.geometry(), counterBits);
    }

    /**
     * Cache lines that a query reads at most: one for each word of a block, or for each counter.
     *
     * @return the lines
     */
    public int cacheLinesPerQuery() {
        BloomSizing size = positions.sized().size().orElseThrow();
        int reads = size.geometry() instanceof BlockedGeometry blocked
                ? blocked.shape().words()
                : size.probesPerKey();
        return BloomSizing.lines(reads, memoryBytes());
    }

    /**
     * Whether one filter of this plan can be built on the heap, given enough of it.
     *
     * @return false for more than 2^37 bits of counters
     */
    public boolean fitsHeap() {
        return positions.sized().size().orElseThrow().sizeInBits() <= Words.MAX_BITS / counterBits;
    }

    @Override
    public FilterKind kind() {
        return FilterKind.COUNTING;
    }

    @Override
    public boolean isSized() {
        return positions.isSized();
    }

    static CountingSpec from(SpecText text) {
        int counterBits = text.orElse("counter", Integer::valueOf, DEFAULT_COUNTER_BITS);
        return new CountingSpec(BloomSpec.from(text.without("counter")), counterBits);
    }

    @Override
    public String toString() {
        return KIND + " " + positions.values() + " counter=" + counterBits;
    }
}
