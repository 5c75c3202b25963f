package dev.bloomery.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of stores on a MariaDB or a MySQL, by each driver and for each type of columns. */
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MySqlKeyStoreContractTest {
    private final MySqlDriver driver;
    private final List<HikariDataSource> pools = new ArrayList<>();

    MySqlKeyStoreContractTest(MySqlDriver driver) {
        this.driver = driver;
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    private <K> KeyStore<K> empty(String declaration, KeyColumn<K> column) {
        HikariDataSource pool = TestPostgres.pool(TestMariaDb.shared().newDatabase(driver), 8);
        pools.add(pool);
        TestPostgres.execute(pool, "CREATE TABLE users (name " + declaration + ")");
        return JdbcKeyStore.over(pool, column).fetchSize(100).open();
    }

    @Nested
    class TextsAsVarchar extends JdbcKeyStoreContractTest.Texts {
        @Override
        protected KeyStore<String> emptyStore() {
            return empty("VARCHAR(700) PRIMARY KEY", COLUMN);
        }

        /** An index takes no key that is so long. */
        @Override
        protected List<String> strangeKeys() {
            return super.strangeKeys().stream()
                    .filter(key -> key.length() <= 700)
                    .toList();
        }
    }

    @Nested
    class TextsAsVarbinary extends JdbcKeyStoreContractTest.Texts {
        @Override
        protected KeyStore<String> emptyStore() {
            return empty("VARBINARY(3000) UNIQUE", COLUMN);
        }
    }

    @Nested
    class NumbersAsBigint extends JdbcKeyStoreContractTest.Numbers {
        @Override
        protected KeyStore<Long> emptyStore() {
            return empty("BIGINT UNIQUE", COLUMN);
        }
    }

    @Nested
    class UuidsAsBinary extends JdbcKeyStoreContractTest.Uuids {
        @Override
        protected KeyStore<UUID> emptyStore() {
            return empty("BINARY(16) PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class UuidsAsChar extends JdbcKeyStoreContractTest.Uuids {
        @Override
        protected KeyStore<UUID> emptyStore() {
            return empty("CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY", COLUMN);
        }
    }

    @Nested
    class UuidsAsUuid extends JdbcKeyStoreContractTest.Uuids {
        @Override
        protected KeyStore<UUID> emptyStore() {
            assumeTrue(TestMariaDb.shared().isMariaDb(), "MySQL has no type of this name");
            return empty("UUID PRIMARY KEY", COLUMN);
        }
    }
}
