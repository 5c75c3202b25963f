package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.store.KeyStoreContract;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

@ParameterizedClass
@EnumSource(Client.class)
class RedisKeyStoreContractTest {
    /** All that a pattern could take for something else. */
    private static final String PREFIX = "a*[b]?\\^-:";

    private static RedisProcess server;

    private final Client client;
    private ConnectedClient connected;

    RedisKeyStoreContractTest(Client client) {
        this.client = client;
    }

    @BeforeAll
    static void start() {
        server = RedisProcess.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        connected = client.to(server.port(), Duration.ofSeconds(10));
    }

    @AfterEach
    void disconnect() {
        connected.close();
    }

    /** Beside keys that the pattern of the prefix would match if it were not quoted. */
    private <K> KeyStore<K> empty(KeyNames<K> names) {
        try (Jedis direct = server.direct()) {
            direct.flushAll();
            direct.mset("ab:", "", "axxxbx\\^-:1", "", "a*[b]?\\^-", "", "other", "");
        }
        return RedisKeyStore.over(connected.servers(), PREFIX, names)
                .pageSize(100)
                .open();
    }

    @Nested
    class OfText extends KeyStoreContract<String> {
        @Override
        protected KeyStore<String> emptyStore() {
            return empty(KeyNames.utf8());
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

    @Nested
    class OfLongs extends KeyStoreContract<Long> {
        @Override
        protected KeyStore<Long> emptyStore() {
            KeyStore<Long> store = empty(KeyNames.int64());
            try (Jedis direct = server.direct()) {
                direct.mset(PREFIX + "007", "", PREFIX + "seven", ""); // no names of longs
            }
            return store;
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
            return List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    @Nested
    class OfUuids extends KeyStoreContract<UUID> {
        @Override
        protected KeyStore<UUID> emptyStore() {
            return empty(KeyNames.uuid());
        }

        @Override
        protected KeyEncoder<UUID> encoder() {
            return KeyEncoder.uuid();
        }

        @Override
        protected UUID key(int index) {
            return new UUID(index, ~index);
        }

        @Override
        protected List<UUID> strangeKeys() {
            return List.of(new UUID(0, 0), new UUID(-1, -1));
        }
    }

    @Nested
    class OfHashedNames extends KeyStoreContract<StoredName> {
        private final NameHashing names = NameHashing.above(8);

        @Override
        protected KeyStore<StoredName> emptyStore() {
            return empty(StoredName.names());
        }

        @Override
        protected KeyEncoder<StoredName> encoder() {
            return StoredName.encoder();
        }

        @Override
        protected StoredName key(int index) {
            return names.of("key " + index); // from 1000 on it is hashed
        }

        @Override
        protected List<StoredName> strangeKeys() {
            return StrangeText.ALL.stream().map(names::of).toList();
        }
    }
}
