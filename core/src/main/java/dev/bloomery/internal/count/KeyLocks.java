package dev.bloomery.internal.count;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks by hash: two calls for the same key meet at the same lock, calls for different keys hardly ever. One set for all
 * filters, so that a filter costs nothing for it. No caller holds two of them or calls foreign code under one, so they
 * cannot deadlock.
 */
public final class KeyLocks {
    private static final int COUNT = 1024;
    private static final ReentrantLock[] LOCKS = new ReentrantLock[COUNT];

    static {
        for (int i = 0; i < COUNT; i++) {
            LOCKS[i] = new ReentrantLock();
        }
    }

    private KeyLocks() {}

    public static ReentrantLock of(long hash) {
        return LOCKS[(int) hash & (COUNT - 1)];
    }
}
