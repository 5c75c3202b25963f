package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.store.KeyStoreContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.RedisClusterClient;

/** With all keys in one slot, so that one can replace another; {@link ClusterTest} has keys on all nodes. */
class ClusterContractTest extends KeyStoreContract<String> {
    private static ClusterProcesses servers;
    private static RedisClusterClient jedis;

    @BeforeAll
    static void start() {
        servers = ClusterProcesses.started();
        jedis = servers.client(10_000);
    }

    @AfterAll
    static void stop() {
        jedis.close();
        servers.close();
    }

    @Override
    protected KeyStore<String> emptyStore() {
        servers.flush();
        return RedisKeyStore.over(jedis, "{user}:", KeyNames.utf8())
                .pageSize(100)
                .open();
    }

    @Override
    protected KeyEncoder<String> encoder() {
        return KeyEncoder.utf8();
    }

    @Override
    protected String key(int index) {
        return "key " + index;
    }

    @Override
    protected List<String> strangeKeys() {
        return StrangeText.ALL;
    }
}
