package dev.bloomery.benchmarks.stores;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.bloomery.support.MariaDbServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** MariaDB on this machine, over the loopback interface. */
final class MariaDbUnderTest extends JdbcUnderTest {
    private static final String DATABASE = "bench";

    private final Driver driver;
    private final MariaDbServer server;

    /** By which driver it is asked, through the gate and directly. */
    enum Driver {
        MARIADB {
            @Override
            DataSource source(String address) throws SQLException {
                return new MariaDbDataSource("jdbc:mariadb://" + address + "?user=root");
            }
        },
        CONNECTOR_J {
            @Override
            DataSource source(String address) {
                MysqlDataSource source = new MysqlDataSource();
                source.setUrl("jdbc:mysql://" + address + "?user=root");
                return source;
            }
        };

        abstract DataSource source(String address) throws SQLException;
    }

    private MariaDbUnderTest(Driver driver, MariaDbServer server, int keys) throws SQLException {
        super(driver.source("127.0.0.1:" + server.port() + "/" + DATABASE), keys, "ANALYZE TABLE seen");
        this.driver = driver;
        this.server = server;
    }

    static MariaDbUnderTest with(Driver driver, int keys) throws IOException, SQLException {
        MariaDbServer server = MariaDbServer.start(Path.of(System.getProperty("bloomery.servers", "target")));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        try (Connection connection =
                        driver.source("127.0.0.1:" + server.port() + "/").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
        return new MariaDbUnderTest(driver, server, keys);
    }

    @Override
    public String name() {
        return driver == Driver.MARIADB ? "MariaDB" : "MariaDB by Connector/J";
    }

    @Override
    public int goal(double fpp) {
        return fpp < 0.01 ? 300 : 50;
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.stop();
    }
}
