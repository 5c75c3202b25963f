package dev.bloomery.jdbc.internal.dialect;

import java.sql.SQLException;
import java.util.Set;

/**
 * What the error codes of MySQL and MariaDB say of a write. Codes and not SQL states, because drivers translate some of
 * the states, and most errors have the state HY000.
 */
final class MySqlFailures {
    private static final int RECORD_CHANGED = 1020; // ER_CHECKREAD: innodb_snapshot_isolation of MariaDB
    private static final int SYNTAX = 1064; // ER_PARSE_ERROR, which quotes the statement
    private static final int LOCK_WAIT_TIMEOUT = 1205; // ER_LOCK_WAIT_TIMEOUT
    private static final int DEADLOCK = 1213; // ER_LOCK_DEADLOCK
    private static final int READ_ONLY_OPTION = 1290; // ER_OPTION_PREVENTS_STATEMENT
    private static final int NO_DEFAULT = 1364; // ER_NO_DEFAULT_FOR_FIELD
    private static final int READ_ONLY_TRANSACTION = 1792; // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
    private static final int READ_ONLY = 1836; // ER_READ_ONLY_MODE
    private static final int ROLLED_BACK_IN_COMMIT = 3101; // ER_TRANSACTION_ROLLBACK_DURING_COMMIT
    private static final int CHECK_VIOLATED = 3819; // ER_CHECK_CONSTRAINT_VIOLATED

    /** Errors with the state HY000 whose messages have names, numbers and nothing else in them. */
    private static final Set<Integer> WITHOUT_VALUES = Set.of(
            RECORD_CHANGED,
            1030, // ER_GET_ERRNO: from the storage engine
            1114, // ER_RECORD_FILE_FULL
            1180, // ER_ERROR_DURING_COMMIT
            LOCK_WAIT_TIMEOUT,
            1206, // ER_LOCK_TABLE_FULL
            READ_ONLY_OPTION,
            NO_DEFAULT,
            READ_ONLY,
            3024, // ER_QUERY_TIMEOUT
            ROLLED_BACK_IN_COMMIT,
            CHECK_VIOLATED);

    /** Errors after which a transaction is certainly not committed. */
    private static final Set<Integer> COMMIT_REFUSED = Set.of(
            DEADLOCK, // a conflict with another server of a cluster
            LOCK_WAIT_TIMEOUT, // a backup keeps commits out
            READ_ONLY_OPTION,
            READ_ONLY_TRANSACTION,
            READ_ONLY,
            ROLLED_BACK_IN_COMMIT);

    private MySqlFailures() {}

    /** A constraint, a column without a default, or the SIGNAL of a trigger. */
    static boolean isConstraintViolation(SQLException problem) {
        int code = problem.getErrorCode();
        return Dialect.hasClass(problem, "23")
                || Dialect.hasClass(problem, "45")
                || code == NO_DEFAULT
                || code == CHECK_VIOLATED;
    }

    /** The transaction was rolled back as a whole. */
    static boolean isDeadlock(SQLException problem) {
        return problem.getErrorCode() == DEADLOCK || problem.getErrorCode() == RECORD_CHANGED;
    }

    static boolean refusesCommit(SQLException problem) {
        return COMMIT_REFUSED.contains(problem.getErrorCode());
    }

    /**
     * Errors of values (22), of constraints (23) and of triggers (45); all of those with the general state that are not
     * known; and whatever has several lines, because drivers can be told to append the statement, or what InnoDB tells
     * of a deadlock.
     */
    static boolean mayQuoteKeys(SQLException problem) {
        if (Dialect.hasClass(problem, "22") || Dialect.hasClass(problem, "23") || Dialect.hasClass(problem, "45")) {
            return true; // also of the driver, about a value that it cannot convert
        }
        int code = problem.getErrorCode();
        if (code == 0) { // of the driver, about the connection
            return hasLine(problem, "Query");
        }
        String state = problem.getSQLState();
        boolean isGeneral = state == null || state.equals("HY000") || state.equals("S1000");
        return code == SYNTAX || (isGeneral && !WITHOUT_VALUES.contains(code)) || hasLine(problem, "");
    }

    private static boolean hasLine(SQLException problem, String beginning) {
        String message = problem.getMessage();
        return message != null && message.contains("\n" + beginning);
    }
}
