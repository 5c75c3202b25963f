package dev.bloomery.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool of one connection, for one thread: it stays open until it breaks, and then another one takes its
 * place.
 */
final class OneConnection implements AutoCloseable {
    private final DataSource source;
    private final Opened opened;
    private @Nullable Connection connection;

    /** Is told of each new connection before it is handed out. */
    interface Opened {
        void tell(Connection connection) throws SQLException;
    }

    OneConnection(DataSource source, Opened opened) {
        this.source = source;
        this.opened = opened;
    }

    private Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null || current.isClosed()) {
            current = source.getConnection();
            opened.tell(current);
            connection = current;
        }
        return current;
    }

    DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConnection")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return stayingOpen(connection());
                });
    }

    private static Connection stayingOpen(Connection target) {
        return (Connection) Proxy.newProxyInstance(
                OneConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException problem) {
                        throw problem.getCause();
                    }
                });
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
