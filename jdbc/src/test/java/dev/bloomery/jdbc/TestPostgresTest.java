package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class TestPostgresTest {

    @Test
    void shared_aSchemaOfItsOwn_isWhereTablesAre() throws Exception {
        TestPostgres postgres = TestPostgres.shared();
        String schema = postgres.newSchema();
        TestPostgres.execute(postgres.dataSource(schema), "CREATE TABLE users (name text PRIMARY KEY)");
        try (Connection connection = postgres.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + schema + ".users")) {
            row.next();
            assertThat(row.getInt(1)).isZero();
        }
    }
}
