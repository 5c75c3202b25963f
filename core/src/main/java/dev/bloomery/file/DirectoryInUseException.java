package dev.bloomery.file;

import java.io.IOException;

/** The directory is open already, in this process or in another one. It can be opened when that one has closed it, or died. */
public final class DirectoryInUseException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message which directory, what to do
     */
    public DirectoryInUseException(String message) {
        super(message);
    }
}
