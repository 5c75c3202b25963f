package dev.bloomery.redis.internal.log;

/** Why a follower may have missed entries. */
public enum Gap {
    /**
     * Its position is not in the log any more: it was trimmed, because the follower was slow, or the log is
     * an older state of itself.
     */
    CHAIN("the log does not continue where this process was: it was trimmed, or is an older state"),
    /** Another server answers, or another history of it: what was acknowledged may be lost. */
    SERVER("another server answers, or the same after a restart or a failover"),
    /** There is no log any more. */
    GONE("the log is gone: flushed, deleted or evicted"),
    /** It is another log. */
    OTHER("the log is another one than before"),
    /** What was read could not be applied. */
    FAILED("an entry could not be applied");

    private final String text;

    Gap(String text) {
        this.text = text;
    }

    /** For a line of a log file. */
    public String text() {
        return text;
    }
}
