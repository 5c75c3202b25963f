package dev.bloomery.jdbc;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.testkit.store.GateProcess;
import dev.bloomery.testkit.store.GuardedProcessesContract;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.postgresql.ds.PGSimpleDataSource;

/** Two processes over a table of PostgreSQL. */
class GuardedProcessesTest extends GuardedProcessesContract {
    private final TestPostgres server = TestPostgres.shared();
    private final PGSimpleDataSource source = server.dataSource(server.newSchema());

    @BeforeEach
    void createTable() {
        TestPostgres.execute(source, "CREATE TABLE users (name text PRIMARY KEY)");
    }

    @Override
    protected GateProcess start(boolean guarded) throws IOException {
        return GateProcess.start(GuardChild.class, TestPostgres.url(source), Boolean.toString(guarded));
    }

    @Override
    protected KeyStore<String> store() {
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
    }
}
