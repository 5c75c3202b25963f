package dev.bloomery.redis.internal.log;

/** What a writer puts into an entry. Nobody changes its bytes. */
public final class LogData {
    private final String kind;
    private final byte[] data;

    /**
     * @param kind what it says, by one word
     * @param data the rest of it
     */
    public LogData(String kind, byte[] data) {
        this.kind = kind;
        this.data = data;
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
