package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.store.KeyStoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract of stores, on each database and for each type of keys; {@link MySqlKeyStoreContractTest} has two more. */
class JdbcKeyStoreContractTest {
    @TempDir
    Path directory;

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    private DataSource pooled(HikariDataSource pool) {
        pools.add(pool);
        return pool;
    }

    private <K> KeyStore<K> onSqlite(String declaration, KeyColumn<K> column) {
        DataSource source = pooled(TestDatabases.sqlitePool(directory));
        return open(source, "CREATE TABLE users (name " + declaration + ")", column);
    }

    private <K> KeyStore<K> onPostgres(String declaration, KeyColumn<K> column) {
        TestPostgres postgres = TestPostgres.shared();
        DataSource source = pooled(TestPostgres.pool(postgres.dataSource(postgres.newSchema()), 8));
        return open(source, "CREATE TABLE users (name " + declaration + ")", column);
    }

    private <K> KeyStore<K> onH2(String declaration, KeyColumn<K> column) {
        DataSource source = pooled(TestPostgres.pool(TestDatabases.h2(), 8));
        return open(source, "CREATE TABLE \"users\" (\"name\" " + declaration + ")", column);
    }

    private static <K> KeyStore<K> open(DataSource source, String table, KeyColumn<K> column) {
        TestPostgres.execute(source, table);
        return JdbcKeyStore.over(source, column).fetchSize(100).open();
    }

    abstract static class Texts extends KeyStoreContract<String> {
        static final KeyColumn<String> COLUMN = KeyColumn.text("users", "name");

        @Override
        protected KeyEncoder<String> encoder() {
            return KeyEncoder.utf8();
        }

        @Override
        protected String key(int index) {
            return "name " + index;
        }

        @Override
        protected List<String> strangeKeys() {
            return StrangeKeys.ALL;
        }
    }

    abstract static class Numbers extends KeyStoreContract<Long> {
        static final KeyColumn<Long> COLUMN = KeyColumn.int64("users", "name");

        @Override
        protected KeyEncoder<Long> encoder() {
            return KeyEncoder.int64();
        }

        @Override
        protected Long key(int index) {
            return 1_000L + index;
        }

        @Override
        protected List<Long> strangeKeys() {
            return List.of(0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 53) + 1, 1L << 53);
        }
    }

    abstract static class Uuids extends KeyStoreContract<UUID> {
        static final KeyColumn<UUID> COLUMN = KeyColumn.uuid("users", "name");

        @Override
        protected KeyEncoder<UUID> encoder() {
            return KeyEncoder.uuid();
        }

        @Override
        protected UUID key(int index) {
            return new UUID(index * 0x9E3779B97F4A7C15L, index);
        }

        @Override
        protected List<UUID> strangeKeys() {
            return List.of(new UUID(0, 1), new UUID(-1, -1), new UUID(Long.MIN_VALUE, Long.MAX_VALUE));
        }
    }

    @Nested
    class TextsOnSqlite extends Texts {
        @Override
        protected KeyStore<String> emptyStore() {
            return onSqlite("TEXT PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class NumbersOnSqlite extends Numbers {
        @Override
        protected KeyStore<Long> emptyStore() {
            return onSqlite("INTEGER PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class UuidsOnSqlite extends Uuids {
        @Override
        protected KeyStore<UUID> emptyStore() {
            return onSqlite("TEXT UNIQUE", COLUMN);
        }
    }

    @Nested
    class TextsOnPostgres extends Texts {
        @Override
        protected KeyStore<String> emptyStore() {
            return onPostgres("text PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class NumbersOnPostgres extends Numbers {
        @Override
        protected KeyStore<Long> emptyStore() {
            return onPostgres("bigint UNIQUE", COLUMN);
        }
    }

    @Nested
    class UuidsOnPostgres extends Uuids {
        @Override
        protected KeyStore<UUID> emptyStore() {
            return onPostgres("uuid PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class TextsOnH2 extends Texts {
        @Override
        protected KeyStore<String> emptyStore() {
            return onH2("VARCHAR(2000) PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class NumbersOnH2 extends Numbers {
        @Override
        protected KeyStore<Long> emptyStore() {
            return onH2("BIGINT UNIQUE", COLUMN);
        }
    }

    @Nested
    class UuidsOnH2 extends Uuids {
        @Override
        protected KeyStore<UUID> emptyStore() {
            return onH2("UUID PRIMARY KEY", COLUMN);
        }
    }
}
