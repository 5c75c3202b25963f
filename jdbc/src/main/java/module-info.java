/**
 * A unique column of a table of yours as the store behind a gate.
 *
 * <p>Start at {@link dev.bloomery.jdbc.JdbcKeyStore}.
 */
module dev.bloomery.jdbc {
    requires transitive dev.bloomery.gate;
    requires transitive java.sql;
    requires static transitive org.jspecify;

    exports dev.bloomery.jdbc;
}
