package dev.bloomery.jdbc;

/**
 * A column cannot hold the keys of a gate, or does not exist. The message says why, and what to do. Nothing
 * was read or written but the description of the table.
 *
 * @see JdbcKeyStoreBuilder#open()
 */
public final class UnfitColumnException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnfitColumnException(String message) {
        super(message);
    }
}
