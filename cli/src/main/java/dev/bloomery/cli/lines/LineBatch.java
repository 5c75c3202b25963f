package dev.bloomery.cli.lines;

/**
 * Some lines of a stream and the bytes they lie in, filled by {@link LineReader#read}. Not safe for threads; may be handed from one to another.
 */
public final class LineBatch {
    /** Lines of a batch: enough for the cache misses of a filter to overlap, few enough for their bytes to stay in L2. */
    public static final int MOST_LINES = 4096;

    /** So much is kept from batch to batch: a batch with a longer line gives its bytes back. */
    private static final int KEPT_BYTES = 1 << 22;

    private static final int FIRST_BYTES = 1 << 17;

    byte[] bytes = new byte[FIRST_BYTES];
    final int[] starts = new int[MOST_LINES];
    final int[] ends = new int[MOST_LINES];
    final int[] nexts = new int[MOST_LINES];
    int count;
    boolean mayWait;

    /** The bytes that the lines lie in. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many lines there are. */
    public int count() {
        return count;
    }

    /** Where line {@code i} starts. */
    public int start(int i) {
        return starts[i];
    }

    /** Where line {@code i} ends, without what ended it. */
    public int end(int i) {
        return ends[i];
    }

    /** Where line {@code i} ends, with what ended it; as {@link #end} for a last line that nothing ends. */
    public int next(int i) {
        return nexts[i];
    }

    /** Whether something ended line {@code i}; false only for the last one of a stream. */
    public boolean isEnded(int i) {
        return nexts[i] != ends[i];
    }

    /** Whether the stream had nothing more at hand when the batch was read: who reads on may have to wait. */
    public boolean mayWait() {
        return mayWait;
    }

    /** Room for this many bytes; those that were there are gone. */
    void makeRoom(int needed) {
        if (bytes.length > KEPT_BYTES || bytes.length < needed) {
            bytes = new byte[Math.max(FIRST_BYTES, needed)];
        }
    }
}
