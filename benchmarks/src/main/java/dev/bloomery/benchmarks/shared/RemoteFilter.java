package dev.bloomery.benchmarks.shared;

import java.util.List;

/** A filter in Redis that has no copy here. */
public interface RemoteFilter extends AutoCloseable {
    /** Whether the key was added. */
    boolean contains(long key);

    /** Adds keys, in the largest steps that it has. */
    void addAll(List<Long> keys);

    @Override
    void close();
}
