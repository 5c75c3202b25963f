package dev.bloomery.gate.store;

/**
 * A {@link KeyStore} whose keys expire, and can be given another life. An {@link dev.bloomery.gate.ExpiringGate} needs it.
 *
 * @param <K> the type of the keys
 */
public interface ExpiringKeyStore<K> extends KeyStore<K> {

    /**
     * Inserts the key; if it is there, its time to live begins anew. Afterwards it is there for the time to live of the store, which is not longer than
     * {@link dev.bloomery.gate.GateBuilder#keysExpire} was told.
     *
     * @param key the key
     * @return true: this call inserted it; false: it was there, and lives longer now
     */
    boolean insertOrProlong(K key);
}
