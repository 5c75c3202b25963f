package dev.bloomery.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that gives false answers without an error, as a MariaDB does to a statement that is
 * interrupted: a query has no rows, an update changed nothing. It also counts the empty results of statements
 * that have a certain text, whoever made them empty.
 */
final class FalseAnswers {
    private final DataSource source;
    private final String text;
    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger empty = new AtomicInteger();
    private volatile int first = Integer.MAX_VALUE;
    private volatile int last;
    private volatile String failing = "";

    /** @param text what the statements have in them that get false answers */
    FalseAnswers(DataSource source, String text) {
        this.source = source;
        this.text = text;
    }

    /**
     * From now on {@code times} statements get false answers, beginning with number {@code number}, from 1;
     * begins to count anew.
     */
    void giveTo(int number, int times) {
        statements.set(0);
        empty.set(0);
        first = number;
        last = number + times - 1;
    }

    /** From now on statements that begin with this fail. */
    void failAt(String beginOfStatement) {
        failing = beginOfStatement;
    }

    /** How many statements of that text were executed. */
    int statements() {
        return statements.get();
    }

    /** How many of them were queries without a row. */
    int emptyResults() {
        return empty.get();
    }

    DataSource dataSource() {
        return proxy(
                DataSource.class,
                source,
                (method, arguments, result) -> result instanceof Connection connection ? wrap(connection) : result);
    }

    private Connection wrap(Connection connection) {
        return proxy(Connection.class, connection, (method, arguments, result) -> {
            if (arguments == null || !(result instanceof PreparedStatement statement)) {
                return result;
            }
            String sql = (String) arguments[0];
            if (!failing.isEmpty() && sql.startsWith(failing)) {
                statement.close();
                throw new SQLException("the statement was interrupted", "70100");
            }
            return sql.contains(text) ? wrap(statement) : statement;
        });
    }

    private PreparedStatement wrap(PreparedStatement statement) {
        return (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    boolean executes = method.getName().startsWith("execute");
                    int number = executes ? statements.incrementAndGet() : 0;
                    boolean isFalse = executes && number >= first && number <= last;
                    if (isFalse && method.getName().equals("executeUpdate")) {
                        return 0;
                    }
                    Object result = call(statement, method, arguments);
                    return result instanceof ResultSet rows ? wrap(rows, isFalse) : result;
                });
    }

    private ResultSet wrap(ResultSet rows, boolean isFalse) {
        AtomicInteger read = new AtomicInteger();
        return (ResultSet) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("next")) {
                        return call(rows, method, arguments);
                    }
                    boolean isRow = !isFalse && rows.next();
                    if (!isRow && read.get() == 0) {
                        empty.incrementAndGet();
                    }
                    read.incrementAndGet();
                    return isRow;
                });
    }

    private interface After {
        @Nullable
        Object change(Method method, Object @Nullable [] arguments, @Nullable Object result) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Object target, After after) {
        return type.cast(Proxy.newProxyInstance(
                FalseAnswers.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> after.change(method, arguments, call(target, method, arguments))));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException problem) {
            throw problem.getCause();
        }
    }
}
