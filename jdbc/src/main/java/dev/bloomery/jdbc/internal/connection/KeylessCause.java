package dev.bloomery.jdbc.internal.connection;

import dev.bloomery.jdbc.internal.dialect.Dialect;
import java.sql.SQLException;

/** What the database threw, fit for a log: messages of refused values quote them, so only their number stays. */
public final class KeylessCause {
    private KeylessCause() {}

    public static Throwable of(Throwable problem) {
        if (problem instanceof SQLException sql && (Dialect.hasClass(sql, "22") || Dialect.hasClass(sql, "23"))) {
            SQLException keyless = new SQLException(
                    "the database refused the value, SQLState " + sql.getSQLState() + ", code " + sql.getErrorCode(),
                    sql.getSQLState(),
                    sql.getErrorCode());
            keyless.setStackTrace(sql.getStackTrace());
            return keyless;
        }
        return problem;
    }
}
