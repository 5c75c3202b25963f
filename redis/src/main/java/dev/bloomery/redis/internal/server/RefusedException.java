package dev.bloomery.redis.internal.server;

/** A command that the server has refused, and not done. */
public final class RefusedException extends LineException {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
        super(refusal.message(), null, false);
        this.refusal = refusal;
    }

    /** What the server said. */
    public Refusal refusal() {
        return refusal;
    }
}
