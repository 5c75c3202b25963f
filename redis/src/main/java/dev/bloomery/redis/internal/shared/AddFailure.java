package dev.bloomery.redis.internal.shared;

import org.jspecify.annotations.Nullable;

/** Keys could not be added. */
public final class AddFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean mayBeDone;

    AddFailure(String message, @Nullable Throwable cause, boolean mayBeDone) {
        super(message, cause);
        this.mayBeDone = mayBeDone;
    }

    /** Whether some of them may be in the filter, or come there later. */
    public boolean mayBeDone() {
        return mayBeDone;
    }
}
