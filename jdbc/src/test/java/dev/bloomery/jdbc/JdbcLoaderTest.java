package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcLoaderTest {
    @TempDir
    Path directory;

    record Account(long id, String mail) {}

    private static JdbcLoader<String, Account> accounts(DataSource source) {
        TestPostgres.execute(
                source,
                "CREATE TABLE users (id INTEGER NOT NULL, name VARCHAR(20) PRIMARY KEY, mail VARCHAR(20) NOT NULL)",
                "INSERT INTO users VALUES (1, 'ada', 'ada@x'), (2, 'bob', 'bob@x'), (3, 'eve', 'eve@x')");
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                .loading(List.of("id", "mail"), row -> new Account(row.getLong(1), row.getString(2)));
    }

    private static void assertLoads(JdbcLoader<String, Account> loader) {
        assertThat(loader.load("ada")).contains(new Account(1, "ada@x"));
        assertThat(loader.load("none")).isEmpty();
        assertThat(loader.loadAll(List.of("bob", "none", "eve", "half\uD800")))
                .isEqualTo(Map.of("bob", new Account(2, "bob@x"), "eve", new Account(3, "eve@x")));
        try (LoadingGate<String, Account> gate = LoadingGate.over(loader, KeyEncoder.utf8(), BloomSpec.of(1_000, 0.001))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {})) {
            assertThat(gate.get("eve")).contains(new Account(3, "eve@x"));
            long before = gate.statistics().storeCalls();
            assertThat(gate.get("none")).isEmpty();
            assertThat(gate.statistics().storeCalls()).isEqualTo(before);
        }
    }

    @Test
    void load_sqlite_isTheRow() {
        assertLoads(accounts(TestDatabases.sqlite(directory)));
    }

    @Test
    void load_postgres_isTheRow() {
        TestPostgres postgres = TestPostgres.shared();
        assertLoads(accounts(postgres.dataSource(postgres.newSchema())));
    }

    @ParameterizedTest
    @EnumSource(MySqlDriver.class)
    void load_mariaDb_isTheRow(MySqlDriver driver) {
        assertLoads(accounts(TestMariaDb.shared().newDatabase(driver)));
    }

    @Test
    void load_columnThatDoesNotExist_fails() {
        DataSource source = TestDatabases.sqlite(directory);
        TestPostgres.execute(source, "CREATE TABLE users (name TEXT PRIMARY KEY)");
        JdbcLoader<String, String> loader = JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                .loading(List.of("none"), row -> row.getString(1));
        assertThatThrownBy(() -> loader.load("ada")).isInstanceOf(StoreException.class);
    }
}
