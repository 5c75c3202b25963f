package dev.bloomery.file;

import java.io.IOException;

/**
 * A snapshot that cannot be opened; each kind of reason has a type of its own. The message says which file, what is wrong with it and what
 * to do. That a file is missing, or cannot be read, is an {@link IOException} like any other.
 */
public abstract sealed class SnapshotException extends IOException
        permits DamagedSnapshotException,
                InvalidSnapshotException,
                NotASnapshotException,
                SnapshotTooLongException,
                SnapshotTooNewException,
                WrongKeysException,
                WrongKindException,
                WrongSecretException {
    private static final long serialVersionUID = 1;

    SnapshotException(String message) {
        super(message);
    }
}
