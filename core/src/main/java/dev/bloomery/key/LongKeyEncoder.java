package dev.bloomery.key;

import java.util.Objects;
import java.util.function.Function;

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

    @Override
    default <T> LongKeyEncoder<T> mapped(Function<? super T, ? extends K> mapping) {
        Objects.requireNonNull(mapping, "mapping");
        return key -> encodeToLong(Objects.requireNonNull(mapping.apply(key), "the result of the mapping"));
    }

    /**
     * An encoder with a name; see {@link KeyEncoder#named}.
     *
     * @param name 1 to 64 printable ASCII characters without spaces, other than {@code bytes}, {@code int64} and {@code uuid}
     * @param encoder the encoder
     * @param samples two keys or more with different longs
     * @param <K> the type of the keys
     * @return the encoder with that name
     * @throws IllegalArgumentException if it gives the same long for two samples, or another long for one sample the second time
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the samples are read, and not kept
    static <K> LongKeyEncoder<K> named(String name, LongKeyEncoder<K> encoder, K... samples) {
        return FormedEncoder.ofLongs(encoder, SampleBytes.form(name, encoder, samples));
    }
}
