package dev.bloomery.benchmarks.stores;

import dev.bloomery.gate.store.KeyStore;

/** A store with the keys 0, 2, 4 and so on. */
interface StoreUnderTest extends AutoCloseable {

    String name();

    /** How many times as fast a gate whose filter has this FPP shall answer for absent keys. */
    int goal(double fpp);

    KeyStore<Long> store();

    /** Whether the key is there, as a program without a gate would ask. */
    boolean isThere(long key) throws Exception;

    @Override
    void close() throws Exception;
}
