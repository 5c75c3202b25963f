package dev.bloomery.redis.internal.server;

import org.jspecify.annotations.Nullable;

/** A command that has no answer. */
public class LineException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean wasSent;

    LineException(String message, @Nullable Throwable cause, boolean wasSent) {
        super(message, cause);
        this.wasSent = wasSent;
    }

    /** Nothing was sent, so nothing was done. */
    public static LineException notSent(String message, @Nullable Throwable cause) {
        return new LineException(message, cause, false);
    }

    /** It was sent, or may have been; the server may do it, now or later. */
    public static LineException noAnswer(String message, @Nullable Throwable cause) {
        return new LineException(message, cause, true);
    }

    /** Whether it may be done, or be done later. */
    public boolean mayBeDone() {
        return wasSent;
    }

    /** What the client threw; this, if the fault was found here. */
    public Throwable ofClient() {
        Throwable cause = getCause();
        return cause == null ? this : cause;
    }
}
