package dev.bloomery.spring.internal.store;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

/**
 * The data source behind Spring's proxies, as a store wants it: each connection is one of its own, outside of every transaction, and
 * commits by itself.
 */
final class PlainSource {
    private static final boolean SPRING_JDBC =
            ClassUtils.isPresent("org.springframework.jdbc.datasource.DelegatingDataSource", null);
    private static final boolean HIKARI = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", null);

    private PlainSource() {}

    static DataSource of(DataSource given) {
        DataSource plain = SPRING_JDBC ? SpringProxies.target(given) : given;
        return HIKARI ? Hikari.committing(plain) : plain;
    }

    /** A class of its own, which is not loaded where spring-jdbc is missing. */
    private static final class SpringProxies {
        /** A proxy gives the connection of the transaction that is open on this thread, or one that opens it late. */
        static DataSource target(DataSource given) {
            DataSource at = given;
            while (at instanceof TransactionAwareDataSourceProxy || at instanceof LazyConnectionDataSourceProxy) {
                DataSource target = ((DelegatingDataSource) at).getTargetDataSource();
                if (target == null) {
                    return at;
                }
                at = target;
            }
            return at;
        }
    }

    /** A class of its own, which is not loaded where HikariCP is missing. */
    private static final class Hikari {
        /**
         * Many applications over JPA set {@code spring.datasource.hikari.auto-commit=false}. A connection that comes out of the pool is in
         * no transaction, so it may be told to commit by itself; the pool takes that back when it gets the connection again.
         */
        static DataSource committing(DataSource given) {
            return given instanceof HikariDataSource pool && SPRING_JDBC && !pool.isAutoCommit()
                    ? new Committing(pool)
                    : given;
        }
    }

    private static final class Committing extends DelegatingDataSource {
        Committing(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            try {
                connection.setAutoCommit(true);
                return connection;
            } catch (SQLException problem) {
                connection.close();
                throw problem;
            }
        }
    }
}
