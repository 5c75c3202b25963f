package dev.bloomery.benchmarks.contestant;

/** A filter of strings that takes and answers many of them in one call. */
public interface BatchUrlFilter extends UrlFilter {

    /** Adds all keys. */
    void addAll(String[] keys);

    /** At each place whether the key at that place may be in. */
    boolean[] mightContainEach(String[] keys);
}
