package dev.bloomery.interop;

import java.io.IOException;

/**
 * Bytes that cannot be read as a filter of another system; each kind of reason has a type of its own. The
 * message says what is wrong with them. That a file is missing, or cannot be read, is an {@link IOException}
 * like any other.
 */
public abstract sealed class ForeignFilterException extends IOException
        permits DamagedForeignFilterException, UnsupportedForeignFilterException {
    private static final long serialVersionUID = 1;

    ForeignFilterException(String message) {
        super(message);
    }
}
