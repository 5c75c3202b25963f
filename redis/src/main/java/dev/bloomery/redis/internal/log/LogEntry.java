package dev.bloomery.redis.internal.log;

/**
 * An entry of the log.
 *
 * @param position where it is
 * @param previous the nonce of the entry before it
 * @param kind what it says, by one word of the one whose log it is
 * @param data the rest of it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them, and nobody changes the arrays
public record LogEntry(Position position, String previous, String kind, byte[] data) {

    /** Whether it is the one after that. */
    public boolean follows(Position before) {
        return position.seq() == before.seq() + 1 && previous.equals(before.nonce());
    }
}
