package dev.bloomery.jdbc;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.testkit.store.GateProcess;
import dev.bloomery.testkit.store.GuardedProcessesContract;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes over a table of MariaDB or MySQL, by each driver. */
@Tag("long")
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MySqlGuardedProcessesTest extends GuardedProcessesContract {
    private final MySqlDriver driver;
    private final String database = TestMariaDb.shared().newName();

    MySqlGuardedProcessesTest(MySqlDriver driver) {
        this.driver = driver;
    }

    @BeforeEach
    void createTable() {
        TestPostgres.execute(
                TestMariaDb.shared().source(driver, database), "CREATE TABLE users (name VARCHAR(100) PRIMARY KEY)");
    }

    @Override
    protected GateProcess start(boolean guarded) throws IOException {
        return GateProcess.start(
                GuardChild.class, TestMariaDb.shared().url(driver, database, ""), Boolean.toString(guarded));
    }

    @Override
    protected KeyStore<String> store() {
        return JdbcKeyStore.over(TestMariaDb.shared().source(driver, database), KeyColumn.text("users", "name"))
                .open();
    }
}
