package dev.bloomery.testkit;

import dev.bloomery.key.KeyEncoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.LongFunction;

/** A type of keys: its encoder, its key number i (new at each call), its arrays. */
public record KeyType<K>(String name, KeyEncoder<K> encoder, LongFunction<K> key, IntFunction<K[]> array) {
    private static final List<String> TEXTS =
            List.of("", "\u0000", "é", "日本", "\uD83D\uDE00", "\uD800", "a", "-1", "?");

    /** A key of two fields. */
    public record Visit(long user, String page) {}

    public static List<KeyType<?>> all() {
        return List.of(
                strings(),
                new KeyType<CharSequence>(
                        "CharSequence", KeyEncoder.utf8Chars(), i -> CharBuffer.wrap(text(i)), CharSequence[]::new),
                new KeyType<>("byte[]", KeyEncoder.bytes(), KeyType::bytes, byte[][]::new),
                new KeyType<>("ByteBuffer", KeyEncoder.byteBuffer(), KeyType::buffer, ByteBuffer[]::new),
                longs(),
                new KeyType<>("int", KeyEncoder.int32(), i -> (int) i - 1, Integer[]::new),
                new KeyType<>("UUID", KeyEncoder.uuid(), i -> new UUID(i >>> 3, i & 7), UUID[]::new),
                new KeyType<Visit>(
                        "two fields",
                        (visit, sink) -> sink.putLong(visit.user()).putString(visit.page()),
                        i -> new Visit(i / 10, "page" + i % 10),
                        Visit[]::new));
    }

    public static KeyType<String> strings() {
        return new KeyType<>("String", KeyEncoder.utf8(), KeyType::text, String[]::new);
    }

    public static KeyType<Long> longs() {
        return new KeyType<>("long", KeyEncoder.int64(), i -> i - 1, Long[]::new); // -1 and 0 are ordinary keys
    }

    private static String text(long index) {
        return index < TEXTS.size() ? TEXTS.get((int) index) : "https://example.com/" + index;
    }

    private static byte[] bytes(long index) {
        return index == 0 ? new byte[0] : text(index + TEXTS.size()).getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer buffer(long index) {
        byte[] bytes = bytes(index);
        ByteBuffer buffer = index % 2 == 0 ? ByteBuffer.allocate(bytes.length + 3) : ByteBuffer.allocateDirect(64);
        return buffer.put(bytes).flip();
    }

    @Override
    public String toString() {
        return name;
    }
}
