package dev.bloomery.file;

/** The journal was written in a later version of the format, which this release does not know. */
public final class JournalTooNewException extends JournalException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public JournalTooNewException(String message) {
        super(message);
    }
}
