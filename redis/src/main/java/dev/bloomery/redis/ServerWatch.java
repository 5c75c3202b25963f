package dev.bloomery.redis;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notices that the servers behind a store are not those of before: restarted, or failed over. Such a server may have lost deletes
 * that it had acknowledged, and so have keys again that a filter has forgotten.
 *
 * <pre>{@code
 * ServerWatch watch = ServerWatch.of(store);           // before the gate is opened
 * ...
 * if (watch.hasChanged()) {                            // every second, say
 *     gate.markIncomplete();                           // and rebuild, or let a RebuildPolicy do it
 * }
 * }</pre>
 *
 * <p>Between a change and the next look a <i>no</i> may be older than the change. A server that loses nothing, with {@code appendfsync always} and
 * without failover to replicas, needs no watch. For any number of threads.
 */
public final class ServerWatch {
    private final RedisKeyStore<?> store;
    private final ReentrantLock looking = new ReentrantLock();
    private Set<String> known;

    private ServerWatch(RedisKeyStore<?> store) {
        this.store = store;
        this.known = store.holders();
    }

    /**
     * Looks at the servers for the first time.
     *
     * @param store the store
     * @return the watch
     * @throws dev.bloomery.gate.store.StoreException if a server cannot be asked
     */
    public static ServerWatch of(RedisKeyStore<?> store) {
        return new ServerWatch(Objects.requireNonNull(store, "store"));
    }

    /**
     * Looks again.
     *
     * @return true: they are not those of the last look
     * @throws dev.bloomery.gate.store.StoreException if a server cannot be asked; the next look compares with the last one that could
     */
    public boolean hasChanged() {
        looking.lock();
        try {
            Set<String> now = store.holders();
            boolean changed = !now.equals(known);
            known = now;
            return changed;
        } finally {
            looking.unlock();
        }
    }
}
