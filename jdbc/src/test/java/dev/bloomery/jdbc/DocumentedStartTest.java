package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bloomery.support.CodeOfPage;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first lines of the page about databases work as they stand there, but for the address. */
class DocumentedStartTest {
    private static final List<String> IMPORTS = List.of(
            "com.zaxxer.hikari.*",
            "dev.bloomery.*",
            "dev.bloomery.spec.*",
            "dev.bloomery.gate.*",
            "dev.bloomery.gate.store.*",
            "dev.bloomery.jdbc.*",
            "dev.bloomery.key.*");
    private static final String MEMBERS = "String password = \"\"; void log(String text) {}";
    private static final String URL = "jdbc:mariadb://localhost:3306/app";

    @TempDir
    Path directory;

    private static CodeOfPage start() throws Exception {
        return CodeOfPage.with(Path.of("../docs/jdbc.md"), URL);
    }

    @ParameterizedTest
    @EnumSource(MySqlDriver.class)
    void start_runsOnAMariaDb(MySqlDriver driver) throws Exception {
        TestMariaDb server = TestMariaDb.shared();
        assumeTrue(server.isOwn(), "a server that was named has other users");
        String database = server.newName();
        TestPostgres.execute(server.source(driver, database), "CREATE TABLE users (name VARCHAR(255) UNIQUE)");
        start().changed(URL, driver.url("127.0.0.1:" + server.port() + "/" + database, ""))
                .run(IMPORTS, MEMBERS, directory);
        assertThat(JdbcKeyStore.over(server.source(driver, database), KeyColumn.text("users", "name"))
                        .open()
                        .containsWhich(Set.of("ada", "lovelace")))
                .containsExactly("lovelace");
    }

    @Test
    void start_isShort() throws Exception {
        assertThat(start().lines()).isLessThanOrEqualTo(12);
    }
}
