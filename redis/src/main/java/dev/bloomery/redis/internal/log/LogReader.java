package dev.bloomery.redis.internal.log;

/** What a follower does with what it reads. Called by one thread. What it throws is a gap. */
public interface LogReader {

    /**
     * The follower goes on after the last entry of this head, without those before it: what they say must be
     * loaded now, or be taken for missed. It is called before the follower reports the
     * position, so no writer believes that this node has an entry before it is loaded.
     */
    void begin(LogHead head, String identity);

    /** The next entry. */
    void entry(LogEntry entry);

    /**
     * All entries of an answer were applied.
     *
     * @return whether it may be trusted, for all that the further fields of the head say
     */
    default boolean synced(Synced answer) {
        return true;
    }

    /**
     * Entries may have been missed; the follower is not current from before this call on, and begins again.
     */
    void gap(Gap reason);

    /**
     * Another server answers, and the log continues there. True is only for those who were promised that it
     * loses nothing.
     *
     * @return whether nothing is lost; false: it is a gap
     */
    default boolean adopts(String before, String now) {
        return false;
    }

    /**
     * There is no log, or none that fits, and the follower has no position.
     *
     * @return whether it is to be made
     */
    boolean createsMissing();

    /**
     * There is a log of another kind, format or lease under this name, where a follower wants to begin. It
     * looks again later, unless this throws.
     */
    default void unfit() {}
}
