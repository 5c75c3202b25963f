package dev.bloomery.file;

/**
 * A journal, or one of several, is damaged or missing: operations that were on the disk for certain cannot be read any more. It was not a
 * crash that tore it.
 */
public final class DamagedJournalException extends JournalException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public DamagedJournalException(String message) {
        super(message);
    }
}
