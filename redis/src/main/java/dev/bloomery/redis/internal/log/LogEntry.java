package dev.bloomery.redis.internal.log;

/** An entry of the log. Nobody changes its bytes. */
public final class LogEntry {
    private final Position position;
    private final String previous;
    private final String kind;
    private final byte[] data;

    /**
     * @param position where it is
     * @param previous the nonce of the entry before it
     * @param kind what it says, by one word of the one whose log it is
     * @param data the rest of it
     */
    public LogEntry(Position position, String previous, String kind, byte[] data) {
        this.position = position;
        this.previous = previous;
        this.kind = kind;
        this.data = data;
    }

    /** Whether it is the one after that. */
    public boolean follows(Position before) {
        return position.seq() == before.seq() + 1 && previous.equals(before.nonce());
    }

    /** Where it is. */
    public Position position() {
        return position;
    }

    /** The nonce of the entry before it. */
    public String previous() {
        return previous;
    }

    /** What it says, by one word. */
    public String kind() {
        return kind;
    }

    /** The rest of it. */
    public byte[] data() {
        return data;
    }
}
