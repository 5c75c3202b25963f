package dev.bloomery.redis;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Strings as UTF-8, and nothing else: what cannot be expressed is refused instead of replaced, because two keys would share a name. */
final class TextNames implements KeyNames<String> {

    @Override
    public byte[] nameOf(String key) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key));
            byte[] name = new byte[encoded.remaining()];
            encoded.get(name);
            return name;
        } catch (CharacterCodingException loneSurrogate) {
            throw new IllegalArgumentException(
                    "the key has half of a surrogate pair, which UTF-8 cannot express; refuse such text where it comes in",
                    loneSurrogate);
        }
    }

    @Override
    public @Nullable String keyOf(byte[] name) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }
}
