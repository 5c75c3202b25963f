package dev.bloomery.testkit.store;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import java.util.List;

class MapStoreContractTest extends KeyStoreContract<Long> {
    @Override
    protected KeyStore<Long> emptyStore() {
        return new MapStore();
    }

    @Override
    protected KeyEncoder<Long> encoder() {
        return KeyEncoder.int64();
    }

    @Override
    protected Long key(int index) {
        return (long) index;
    }

    @Override
    protected List<Long> strangeKeys() {
        return List.of(Long.MIN_VALUE, -1L, Long.MAX_VALUE);
    }
}
