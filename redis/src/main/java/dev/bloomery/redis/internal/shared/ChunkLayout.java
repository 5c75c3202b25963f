package dev.bloomery.redis.internal.shared;

/**
 * How the bits of a generation lie in strings of Redis.
 *
 * <pre>
 * chunk c    64 bytes header: uuid, generation, c, length, as text, filled with spaces
 *            up to 1020 KiB body: bytes c * 1020 * 1024 and following of the replica, as they are in memory
 * </pre>
 *
 * <p>Redis counts the bits of a byte from the highest, a replica counts those of a word from the lowest. So bit b of word w is bit
 * {@code (w * 8 + b / 8) * 8 + 7 - b % 8} of the bodies. A key lies in one block of 64 bytes, so in one chunk.
 *
 * @param bytes of the bodies of all chunks, a multiple of 64
 */
public record ChunkLayout(long bytes) {
    /** Of the body of every chunk but the last one: with all that Redis adds to it a chunk fits into a megabyte, after which memory is given out in larger steps. */
    public static final int BODY = (1 << 20) - (1 << 12);

    public static final int HEADER = 64;

    /** How many chunks there are. */
    public int chunks() {
        return Math.toIntExact((bytes + BODY - 1) / BODY);
    }

    /** The bytes of the body of a chunk. */
    public int bodyLength(int chunk) {
        return (int) Math.min(BODY, bytes - start(chunk));
    }

    /** The bytes of a chunk with its header. */
    public int length(int chunk) {
        return HEADER + bodyLength(chunk);
    }

    /** The first byte of the replica that is in this chunk. */
    public long start(int chunk) {
        return (long) chunk * BODY;
    }

    /** The chunk that has this bit of the replica. */
    public static int chunkOf(long position) {
        return Math.toIntExact((position >>> 3) / BODY);
    }

    /** Where Redis has this bit of the replica in its chunk, with the header. */
    public static int offsetOf(long position) {
        int byteInBody = (int) ((position >>> 3) % BODY);
        return (HEADER + byteInBody) * Byte.SIZE + 7 - (int) (position & 7);
    }

    /** Where this word of the replica begins in its chunk, with the header, in bytes. */
    static int byteOf(long word) {
        return HEADER + (int) (word * Long.BYTES % BODY);
    }

    /** The header of a chunk. */
    public static String header(String uuid, int generation, int chunk, int length) {
        String text = uuid + " " + generation + " " + chunk + " " + length;
        return text + " ".repeat(HEADER - text.length());
    }
}
