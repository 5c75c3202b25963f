package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.store.KeyStoreContract;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import redis.clients.jedis.RedisClient;

class RedisKeyStoreContractTest {
    /** All that a pattern could take for something else. */
    private static final String PREFIX = "a*[b]?\\^-:";

    private static RedisProcess server;
    private static RedisClient jedis;

    @BeforeAll
    static void start() {
        server = RedisProcess.started();
        jedis = Clients.to(server.port(), Duration.ofSeconds(10));
    }

    @AfterAll
    static void stop() {
        jedis.close();
        server.close();
    }

    /** Beside keys that the pattern of the prefix would match if it were not quoted. */
    private static <K> KeyStore<K> empty(KeyNames<K> names) {
        jedis.flushAll();
        jedis.set("ab:", "");
        jedis.set("axxxbx\\^-:1", "");
        jedis.set("a*[b]?\\^-", "");
        jedis.set("other", "");
        return RedisKeyStore.over(jedis, PREFIX, names).pageSize(100).open();
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
            jedis.set(PREFIX + "007", ""); // no name of a long
            jedis.set(PREFIX + "seven", "");
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
