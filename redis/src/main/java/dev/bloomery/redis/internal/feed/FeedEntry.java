package dev.bloomery.redis.internal.feed;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What an entry of a feed says: these keys are going to be inserted.
 *
 * <p>Bytes: the length of the origin and the origin, and for each key the length of its name and the name.
 * Lengths have four bytes, the highest first.
 *
 * @param origin the feed that says so
 * @param names of the keys
 */
public record FeedEntry(String origin, List<byte[]> names) {
    /** The kind of these entries. */
    public static final String KIND = "keys";

    /** The bytes of it. */
    public byte[] toBytes() {
        byte[] from = origin.getBytes(StandardCharsets.UTF_8);
        int length = Integer.BYTES + from.length;
        for (byte[] name : names) {
            length += Integer.BYTES + name.length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        put(bytes, from);
        names.forEach(name -> put(bytes, name));
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, byte[] text) {
        bytes.putInt(text.length).put(text);
    }

    /**
     * What these bytes say.
     *
     * @throws IllegalArgumentException if they are not those of an entry
     */
    public static FeedEntry of(byte[] data) {
        ByteBuffer bytes = ByteBuffer.wrap(data);
        String origin = new String(take(bytes), StandardCharsets.UTF_8);
        List<byte[]> names = new ArrayList<>();
        while (bytes.hasRemaining()) {
            names.add(take(bytes));
        }
        return new FeedEntry(origin, names);
    }

    private static byte[] take(ByteBuffer bytes) {
        int length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new IllegalArgumentException("the entry is no list of keys");
        }
        byte[] text = new byte[length];
        bytes.get(text);
        return text;
    }
}
