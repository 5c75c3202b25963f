package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.MariaDbServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The servers that tests start do not disturb each other. */
class MariaDbServerTest {

    /** A server that starts deletes the temporary tables in its directory for these, whoever has made them. */
    @Test
    void start_besideAnotherServer_leavesItsTemporaryTables() throws Exception {
        try (MariaDbServer first = MariaDbServer.start(Path.of("target"));
                Connection connection = MySqlDriver.MARIADB
                        .source("jdbc:mariadb://127.0.0.1:" + first.port() + "/?user=root")
                        .getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE names");
            statement.execute("CREATE TEMPORARY TABLE names.taken (name VARCHAR(20)) ENGINE=Aria");
            statement.execute("INSERT INTO names.taken VALUES ('ada')");
            try (MariaDbServer second = MariaDbServer.start(Path.of("target"))) {
                assertThat(second.port()).isNotEqualTo(first.port());
                statement.execute("ALTER TABLE names.taken ADD COLUMN id INT"); // opens its files again
                try (ResultSet row = statement.executeQuery("SELECT name FROM names.taken")) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).isEqualTo("ada");
                }
            }
        }
    }
}
