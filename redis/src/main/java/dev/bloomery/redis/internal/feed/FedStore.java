package dev.bloomery.redis.internal.feed;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.redis.internal.log.Moment;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A store that announces what it inserts. Its scan hands over what others have announced and not yet
 * inserted, too.
 *
 * <p>Not its locks: gates with feeds know of each other by their feed.
 */
public final class FedStore<K> implements KeyStore<K> {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");

    private final KeyStore<K> store;
    private final RecentKeys<K> recent;
    private final Function<K, Moment> announce;
    private final Function<Moment, Boolean> isInTime;

    /**
     * @param announce announces a key, and says from when on the time to insert it counts
     * @param isInTime whether a key that was announced then may still be inserted
     */
    public FedStore(
            KeyStore<K> store, RecentKeys<K> recent, Function<K, Moment> announce, Function<Moment, Boolean> isInTime) {
        this.store = store;
        this.recent = recent;
        this.announce = announce;
        this.isInTime = isInTime;
    }

    @Override
    public boolean contains(K key) {
        return store.contains(key);
    }

    @Override
    public Set<K> containsWhich(Collection<? extends K> keys) {
        return store.containsWhich(keys);
    }

    @Override
    public boolean insert(K key) {
        if (store.contains(key)) {
            return false; // nothing comes into being, so nobody must hear of it
        }
        Moment announced = announce.apply(key);
        try {
            return store.insert(key);
        } finally {
            announceAgainIfLate(key, announced);
        }
    }

    @Override
    public boolean replace(K oldKey, K newKey) {
        if (!store.contains(oldKey) || store.contains(newKey)) {
            return false;
        }
        Moment announced = announce.apply(newKey);
        try {
            return store.replace(oldKey, newKey);
        } finally {
            announceAgainIfLate(newKey, announced);
        }
    }

    /**
     * A write that took too long may have been missed by a rebuild of another process. From here on it is
     * not.
     */
    private void announceAgainIfLate(K key, Moment announced) {
        if (!isInTime.apply(announced)) {
            try {
                Moment unused = announce.apply(key);
            } catch (StoreException problem) { // what became of the write is what counts for the caller
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a write took longer than the longest write of its feed, and could not be announced again;"
                                + " other processes may say no to its key until their next rebuild",
                        problem);
            }
        }
    }

    @Override
    public boolean delete(K key) {
        return store.delete(key);
    }

    @Override
    public long scan(Consumer<? super K> sink) {
        try {
            for (long wait = recent.nanosToWait(); wait > 0; wait = recent.nanosToWait()) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "interrupted while waiting for writes that were announced before this feed could hear them",
                    interrupted,
                    StoreException.Outcome.NOT_DONE);
        }
        List<K> announced = recent.all();
        announced.forEach(sink);
        return announced.size() + store.scan(sink);
    }

    @Override
    public List<K> sample(int atMost) {
        return store.sample(atMost);
    }

    @Override
    public boolean ordersWrites() {
        return store.ordersWrites();
    }

    @Override
    public boolean awaitEarlierWrites(K key) {
        return store.awaitEarlierWrites(key);
    }
}
