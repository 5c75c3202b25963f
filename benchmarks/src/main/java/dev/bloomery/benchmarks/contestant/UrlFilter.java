package dev.bloomery.benchmarks.contestant;

/** A filter of strings. */
public interface UrlFilter {

    /** Adds a key. */
    void add(String key);

    /** Whether the key may be in: false is certain. */
    boolean mightContain(String key);

    /** Bits of memory that the filter keeps for its keys. */
    long sizeInBits();
}
