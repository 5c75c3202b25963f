package dev.bloomery.benchmarks.contestant.peer;

import com.github.mgunlogson.cuckoofilter4j.CuckooFilter;
import java.lang.reflect.Method;

/** The size of a filter of CuckooFilter4J, which does not tell it publicly. */
final class CuckooFilter4JSize {
    private CuckooFilter4JSize() {}

    static long inBits(CuckooFilter<?> filter) {
        try {
            Method size = CuckooFilter.class.getDeclaredMethod("getStorageSize");
            size.setAccessible(true);
            return (long) size.invoke(filter);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("CuckooFilter has no getStorageSize any more", changed);
        }
    }
}
