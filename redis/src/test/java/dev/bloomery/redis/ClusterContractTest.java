package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.store.KeyStoreContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** With all keys in one slot, so that one can replace another; {@link ClusterTest} has keys on all nodes. */
@ParameterizedClass
@EnumSource(Client.class)
class ClusterContractTest extends KeyStoreContract<String> {
    private static ClusterProcesses servers;

    private final Client client;
    private ConnectedClient connected;

    ClusterContractTest(Client client) {
        this.client = client;
    }

    @BeforeAll
    static void start() {
        servers = ClusterProcesses.started();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @BeforeEach
    void connect() {
        connected = client.toCluster(servers.ports(), Duration.ofSeconds(10));
    }

    @AfterEach
    void disconnect() {
        connected.close();
    }

    @Override
    protected KeyStore<String> emptyStore() {
        servers.flush();
        return RedisKeyStore.over(connected.servers(), "{user}:", KeyNames.utf8())
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
