package dev.bloomery.redis;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How keys become names in Redis, and names keys again.
 *
 * <p>Contract: {@code keyOf(nameOf(key))} equals the key. So two keys never share a name; a codec that lower-cases, say, would make the filter
 * say no to a key that the store takes for another. The store checks it for every key that it is given. For any number of threads, without
 * state.
 *
 * @param <K> the type of the keys, which must have value equality
 */
public interface KeyNames<K> {

    /**
     * The name of a key, without the prefix of the store.
     *
     * @param key the key
     * @return its bytes, a new array
     * @throws IllegalArgumentException if there is no name for it
     */
    byte[] nameOf(K key);

    /**
     * The key of a name.
     *
     * @param name what follows the prefix
     * @return the key, or null if no key has this name: a scan leaves it out
     */
    @Nullable
    K keyOf(byte[] name);

    /**
     * Strings as UTF-8. A lone surrogate has no name.
     *
     * @return the names of strings
     */
    static KeyNames<String> utf8() {
        return new TextNames();
    }

    /**
     * Longs as decimal numbers.
     *
     * @return the names of longs
     */
    static KeyNames<Long> int64() {
        return new ParsedNames<>(Long::parseLong);
    }

    /**
     * UUIDs as they are printed.
     *
     * @return the names of UUIDs
     */
    static KeyNames<UUID> uuid() {
        return new ParsedNames<>(UUID::fromString);
    }
}
