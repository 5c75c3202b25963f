package dev.bloomery.file;

import java.io.IOException;

/**
 * A journal of a durable filter that cannot be read; each kind of reason has a type of its own. The message says which file, what is wrong
 * with it and what to do. A journal whose end was torn by a crash is no such case: it is read up to there.
 */
public abstract sealed class JournalException extends IOException
        permits DamagedJournalException, JournalTooNewException {
    private static final long serialVersionUID = 1;

    JournalException(String message) {
        super(message);
    }
}
