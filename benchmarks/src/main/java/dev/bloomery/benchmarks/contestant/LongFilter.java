package dev.bloomery.benchmarks.contestant;

/** A filter of long keys, full or not. */
public interface LongFilter {

    /** Whether the key may be in: false is certain. */
    boolean mightContain(long key);

    /** Bits of memory that the filter keeps for its keys. */
    long sizeInBits();
}
