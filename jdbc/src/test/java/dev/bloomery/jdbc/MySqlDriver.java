package dev.bloomery.jdbc;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The two drivers with which a MySQL or a MariaDB is reached; each reaches both servers. */
enum MySqlDriver {
    MARIADB("jdbc:mariadb://") {
        @Override
        DataSource source(String url) {
            try {
                return new MariaDbDataSource(url);
            } catch (SQLException problem) {
                throw new IllegalStateException(problem);
            }
        }
    },

    CONNECTOR_J("jdbc:mysql://") {
        @Override
        DataSource source(String url) {
            MysqlDataSource source = new MysqlDataSource();
            source.setUrl(url + "&sslMode=DISABLED"); // so that a proxy sees what is sent, as with the other driver
            return source;
        }
    };

    private final String scheme;

    MySqlDriver(String scheme) {
        this.scheme = scheme;
    }

    /**
     * A URL for this driver.
     *
     * @param address {@code host:port/database}
     * @param parameters {@code name=value}, with {@code &} between them
     */
    String url(String address, String parameters) {
        return scheme + address + "?allowPublicKeyRetrieval=true&" + parameters;
    }

    /** A connection each time. */
    abstract DataSource source(String url);

    /** A connection each time, by the driver that the URL is for. */
    static DataSource sourceOf(String url) {
        return (url.startsWith(CONNECTOR_J.scheme) ? CONNECTOR_J : MARIADB).source(url);
    }
}
