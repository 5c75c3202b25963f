package dev.bloomery.jdbc.internal.connection;

import dev.bloomery.jdbc.internal.dialect.Dialect;
import java.sql.SQLException;
import java.util.function.Predicate;

/** What the database threw, fit for a log: messages of refused values quote them, so only their number stays. */
public final class KeylessCause {
    private KeylessCause() {}

    /** Of a statement that has no key in it. */
    public static Throwable of(Throwable problem) {
        return of(problem, sql -> Dialect.hasClass(sql, "22") || Dialect.hasClass(sql, "23"));
    }

    /** Of a statement with a key in it. */
    static Throwable of(Throwable problem, Dialect dialect) {
        return of(problem, dialect::mayQuoteKeys);
    }

    private static Throwable of(Throwable problem, Predicate<SQLException> mayQuoteKeys) {
        if (problem instanceof SQLException sql && mayQuoteKeys(sql, mayQuoteKeys)) {
            SQLException keyless = new SQLException(
                    "the database refused a value, SQLState " + sql.getSQLState() + ", code " + sql.getErrorCode()
                            + "; its message is left out, because it may quote the key",
                    sql.getSQLState(),
                    sql.getErrorCode());
            keyless.setStackTrace(sql.getStackTrace());
            return keyless;
        }
        return problem;
    }

    /** Whether it, or what it goes on with, may quote keys: an iterator goes through causes and further exceptions. */
    private static boolean mayQuoteKeys(SQLException problem, Predicate<SQLException> one) {
        for (Throwable part : problem) {
            if (part instanceof SQLException sql && one.test(sql)) {
                return true;
            }
        }
        return false;
    }
}
