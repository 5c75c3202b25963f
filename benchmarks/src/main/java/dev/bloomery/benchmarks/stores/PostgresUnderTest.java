package dev.bloomery.benchmarks.stores;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;

/** PostgreSQL on this machine, over the loopback interface. */
final class PostgresUnderTest extends JdbcUnderTest {
    private final EmbeddedPostgres server;

    private PostgresUnderTest(EmbeddedPostgres server, int keys) throws SQLException {
        super(server.getPostgresDatabase(), keys, "ANALYZE");
        this.server = server;
    }

    static PostgresUnderTest with(int keys) throws IOException, SQLException {
        return new PostgresUnderTest(EmbeddedPostgres.builder().start(), keys);
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public int goal(double fpp) {
        return 100;
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.close();
    }
}
