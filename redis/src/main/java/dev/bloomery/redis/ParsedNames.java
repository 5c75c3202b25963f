package dev.bloomery.redis;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keys as they are printed, in ASCII. A name counts only if its key is printed like that: 7 does, 007 does not. */
final class ParsedNames<K> implements KeyNames<K> {
    private final Function<String, K> parse;

    ParsedNames(Function<String, K> parse) {
        this.parse = parse;
    }

    @Override
    public byte[] nameOf(K key) {
        return key.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public @Nullable K keyOf(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        try {
            K key = parse.apply(text);
            return key.toString().equals(text) ? key : null;
        } catch (IllegalArgumentException notOne) {
            return null;
        }
    }
}
