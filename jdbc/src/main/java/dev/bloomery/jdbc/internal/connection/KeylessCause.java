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
        if (problem instanceof SQLException sql && mayQuoteKeys.test(sql)) {
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
}
