package dev.bloomery.benchmarks.keys;

import org.openjdk.jmh.infra.ThreadParams;

/** What all benchmarks of queries have in common. */
public final class Queries {
    /** Queries of a call. */
    public static final int A_CALL = 1024;

    /** Keys of a batch. */
    public static final int BATCH = 4096;

    /** Keys that are asked for before one comes again: too many for a branch predictor or a cache to learn. */
    public static final int LONGS = 1 << 22;

    public static final int URLS = 1 << 20;

    private Queries() {}

    /** Where a thread begins, so that two threads do not ask for the same keys at the same time. */
    public static int firstOf(ThreadParams thread, int count) {
        int part = count / thread.getThreadCount();
        return part * thread.getThreadIndex() / BATCH * BATCH;
    }
}
