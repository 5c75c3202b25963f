package dev.bloomery.key;

/**
 * Turns a key into a long: the fast way for ids, addresses, timestamps and other keys of at most 64 bits. Longs are hashed by
 * a function of their own, so such a key is not the same as its bytes under another encoder. Where the caller has a primitive,
 * {@code addLong} and {@code mightContainLong} of a filter take it without an object.
 *
 * <p>The contract is that of {@link KeyEncoder}.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface LongKeyEncoder<K> extends KeyEncoder<K> {

    /**
     * The long that stands for {@code key}.
     *
     * @param key the key, never null
     * @return a long, equal for equal keys
     */
    long encodeToLong(K key);

    @Override
    @SuppressWarnings("FunctionalInterfaceMethodChanged") // a lambda of one parameter cannot be meant for encode
    default void encode(K key, KeySink sink) {
        sink.putLong(encodeToLong(key));
    }
}
