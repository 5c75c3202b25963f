package dev.bloomery.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that counts the exceptions of its driver, and lets something happen just before a call of JDBC. */
final class WatchedCalls {
    private final DataSource source;
    private final AtomicInteger exceptions = new AtomicInteger();
    private final AtomicReference<@Nullable Event> next = new AtomicReference<>();

    /** What happens before a call of this name. */
    private record Event(String method, Runnable action) {}

    WatchedCalls(DataSource source) {
        this.source = source;
    }

    /** How many calls have thrown. */
    int exceptions() {
        return exceptions.get();
    }

    /** Lets something happen before the next call of a method, once. */
    void before(String method, Runnable action) {
        next.set(new Event(method, action));
    }

    DataSource dataSource() {
        return wrap(DataSource.class, source);
    }

    private <T> T wrap(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Event event = next.get();
                    if (event != null && event.method.equals(method.getName()) && next.compareAndSet(event, null)) {
                        event.action.run();
                    }
                    Object result = call(target, method, arguments);
                    if (result instanceof Connection) {
                        return wrap(Connection.class, result);
                    }
                    if (result instanceof PreparedStatement) {
                        return wrap(PreparedStatement.class, result);
                    }
                    return result instanceof ResultSet ? wrap(ResultSet.class, result) : result;
                }));
    }

    private @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException problem) {
            exceptions.incrementAndGet();
            throw problem.getCause();
        }
    }
}
