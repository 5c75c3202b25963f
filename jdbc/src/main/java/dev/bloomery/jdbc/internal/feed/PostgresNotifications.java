package dev.bloomery.jdbc.internal.feed;

import dev.bloomery.gate.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notifications of a connection, by the one way that JDBC does not have: an interface of the PostgreSQL driver. It is found by name, so that this
 * module needs no driver.
 */
public final class PostgresNotifications {
    private static final String DRIVER = "org.postgresql.PGConnection";

    /**
     * One of them.
     *
     * @param channel where it was sent to
     * @param payload what was sent
     */
    public record Notification(String channel, String payload) {}

    private final Object driver;
    private final Method receive;

    private PostgresNotifications(Object driver, Method receive) {
        this.driver = driver;
        this.receive = receive;
    }

    public static PostgresNotifications of(Connection connection) throws SQLException {
        try {
            Class<?> type = Class.forName(DRIVER);
            if (!connection.isWrapperFor(type)) {
                throw new StoreException(
                        "the data source gives connections of "
                                + connection.getClass().getName()
                                + ", which do not unwrap to " + DRIVER
                                + "; a feed needs the PostgreSQL driver org.postgresql:postgresql, a pool may be around it",
                        null,
                        StoreException.Outcome.NOT_DONE);
            }
            return new PostgresNotifications(connection.unwrap(type), type.getMethod("getNotifications", int.class));
        } catch (ClassNotFoundException | NoSuchMethodException problem) {
            throw new StoreException(
                    "a feed needs the PostgreSQL driver; add org.postgresql:postgresql 42.2 or newer to the class path",
                    problem,
                    StoreException.Outcome.NOT_DONE);
        }
    }

    /**
     * Waits for notifications.
     *
     * @param millis at most so long, at least 1
     * @return those that have come, in the order in which they were committed
     */
    public List<Notification> await(int millis) throws SQLException {
        Object @Nullable [] come = (Object @Nullable []) call(receive, driver, millis);
        List<Notification> notifications = new ArrayList<>();
        if (come != null) {
            for (Object notification : come) {
                notifications.add(new Notification(text(notification, "getName"), text(notification, "getParameter")));
            }
        }
        return notifications;
    }

    private static String text(Object notification, String getter) throws SQLException {
        try {
            Class<?> type = Class.forName("org.postgresql.PGNotification");
            return String.valueOf(call(type.getMethod(getter), notification));
        } catch (ReflectiveOperationException problem) {
            throw new SQLException("the PostgreSQL driver is not as expected; use version 42.2 or newer", problem);
        }
    }

    private static @Nullable Object call(Method method, Object target, Object... arguments) throws SQLException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof SQLException problem) {
                throw problem;
            }
            throw new SQLException("the PostgreSQL driver failed", thrown.getCause());
        } catch (IllegalAccessException problem) {
            throw new SQLException("the PostgreSQL driver is not as expected; use version 42.2 or newer", problem);
        }
    }
}
