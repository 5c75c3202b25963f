package dev.bloomery.jdbc;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The two drivers with which a MySQL or a MariaDB is reached; each reaches both servers. */
enum MySqlDriver {
    MARIADB {
        @Override
        DataSource source(String address, String parameters) {
            try {
                return new MariaDbDataSource(
                        "jdbc:mariadb://" + address + "?allowPublicKeyRetrieval=true&" + parameters);
            } catch (SQLException problem) {
                throw new IllegalStateException(problem);
            }
        }
    },

    CONNECTOR_J {
        @Override
        DataSource source(String address, String parameters) {
            MysqlDataSource source = new MysqlDataSource();
            source.setUrl("jdbc:mysql://" + address + "?allowPublicKeyRetrieval=true&" + parameters);
            return source;
        }
    };

    /**
     * A connection each time.
     *
     * @param address {@code host:port/database}
     * @param parameters {@code name=value}, with {@code &} between them
     */
    abstract DataSource source(String address, String parameters);
}
