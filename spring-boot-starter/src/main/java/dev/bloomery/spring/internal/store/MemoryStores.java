package dev.bloomery.spring.internal.store;

/** Makes stores in memory. Its method is the factory method of bean definitions, by its name. */
public final class MemoryStores {
    /** A store, empty. */
    public MemoryStore<Object> store(String gate) {
        return new MemoryStore<>();
    }
}
