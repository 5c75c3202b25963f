package dev.bloomery.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose connections fail at one call of JDBC, by its number: the call is made, or is not, and throws. All that follow on the same
 * connection fail, too, but {@code abort} and {@code close}, as if the line were cut.
 */
final class FailingCalls {
    private static final Set<String> STILL_WORK =
            Set.of("abort", "close", "isClosed", "toString", "hashCode", "equals");

    private final DataSource source;
    private int failAt;
    private boolean callFirst;
    private int calls;
    private boolean broken;
    private String failed = "";

    FailingCalls(DataSource source) {
        this.source = source;
    }

    /** Fails at call number {@code number}, from 1; 0: never. */
    void failAt(int number, boolean callItFirst) {
        failAt = number;
        callFirst = callItFirst;
        calls = 0;
        broken = false;
        failed = "";
    }

    /** The name of the call that failed; empty: none. */
    String failed() {
        return failed;
    }

    DataSource dataSource() {
        return wrap(DataSource.class, source);
    }

    private <T> T wrap(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
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
        if (STILL_WORK.contains(method.getName())) {
            return reallyCall(target, method, arguments);
        }
        if (broken) {
            throw new SQLException("the line is cut", "08006");
        }
        if (++calls == failAt) {
            failed = method.getName();
            broken = true;
            if (callFirst && !(target instanceof DataSource)) { // nobody could close that connection
                Object unused = reallyCall(target, method, arguments);
            }
            throw new SQLException("cut", "08006");
        }
        return reallyCall(target, method, arguments);
    }

    private static @Nullable Object reallyCall(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException problem) {
            throw problem.getCause();
        }
    }
}
