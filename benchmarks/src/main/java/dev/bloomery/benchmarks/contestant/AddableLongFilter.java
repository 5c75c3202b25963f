package dev.bloomery.benchmarks.contestant;

/** A filter of long keys that takes keys one by one. */
public interface AddableLongFilter extends LongFilter {

    /** Adds a key. */
    void add(long key);
}
