package dev.bloomery.key;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * Turns a key into bytes.
 *
 * <p>Contract: equal keys give equal bytes, on every machine and for ever, because a stored filter is asked with the
 * bytes of a later program; keys that differ should give bytes that differ, because keys of equal bytes are one key to
 * a filter. An encoder is safe for use by many threads and keeps no state.
 *
 * <p>For a key of several fields, write them one after the other; {@link KeySink} keeps the fields apart:
 *
 * <pre>{@code
 * KeyEncoder<Visit> visits = (visit, sink) -> sink.putLong(visit.userId()).putString(visit.page());
 * }</pre>
 *
 * <p><b>Give an encoder of your own a name</b> if its filter is kept in a file or a directory: one that was changed is then refused when the file is
 * opened, instead of missing keys in silence. See {@link #named}; two encoders without a name cannot be told apart.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyEncoder<K> {

    /**
     * Writes the bytes of {@code key} into {@code sink}, by one of its methods at least: a key for which none is called is refused with an
     * {@link IllegalArgumentException}, because all such keys would be one. For a key that may be empty, write its length.
     *
     * @param key the key, never null
     * @param sink takes the bytes; valid during this call only
     */
    void encode(K key, KeySink sink);

    /**
     * What a file keeps of this encoder. Not to be overridden in most cases: {@link #named} gives a form.
     *
     * @return the form; {@link KeyForm#UNNAMED} unless it has a name
     */
    default KeyForm form() {
        return KeyForm.UNNAMED;
    }

    /**
     * An encoder of other keys, which are turned into keys of this one:
     *
     * <pre>{@code
     * KeyEncoder<URI> uris = KeyEncoder.utf8().mapped(URI::toString);
     * }</pre>
     *
     * <p>It has no name, as the mapping is not known to the file; give it one by {@link #named} where its filter is kept.
     *
     * @param mapping equal keys must give equal results, on every machine and for ever; never null
     * @param <T> the type of the other keys
     * @return the encoder
     */
    default <T> KeyEncoder<T> mapped(Function<? super T, ? extends K> mapping) {
        Objects.requireNonNull(mapping, "mapping");
        return (key, sink) -> encode(Objects.requireNonNull(mapping.apply(key), "the result of the mapping"), sink);
    }

    /**
     * An encoder with a name, which files keep together with a check value over the bytes of the samples. A file of another name, or for whose
     * samples the encoder gives other bytes today, is refused with a {@link dev.bloomery.file.WrongKeysException}. So take a new name when the
     * bytes are meant to change, and never change the samples:
     *
     * <pre>{@code
     * KeyEncoder<Visit> visits = KeyEncoder.named(
     *         "visit/1",
     *         (visit, sink) -> sink.putLong(visit.userId()).putString(visit.page()),
     *         new Visit(1, "/home"), new Visit(2, "/cart"));
     * }</pre>
     *
     * @param name 1 to 64 printable ASCII characters without spaces, other than {@code bytes}, {@code int64} and {@code uuid}
     * @param encoder the encoder; if it is a {@link LongKeyEncoder}, so is the result
     * @param samples two keys or more that differ in every field, and whose own fields differ from each other; made-up ones, no secrets
     * @param <K> the type of the keys
     * @return the encoder with that name
     * @throws IllegalArgumentException if it gives the same bytes for two samples, or other bytes for one sample the second time
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the samples are read, and not kept
    static <K> KeyEncoder<K> named(String name, KeyEncoder<K> encoder, K... samples) {
        return FormedEncoder.of(encoder, SampleBytes.form(name, encoder, samples));
    }

    /**
     * The same encoder for files that were written with an encoder of another name, or of none: you say that it gives the same bytes for every key. What is
     * saved from then on has the name of this encoder; if it has none, that of the file stays. Use it once, to give a name to an old
     * file, and not for good: it turns the check off. Longs for bytes, or bytes for longs, are refused all the same.
     *
     * @param encoder the encoder
     * @param <K> the type of the keys
     * @return the encoder, to open files of any name
     */
    static <K> KeyEncoder<K> trusted(KeyEncoder<K> encoder) {
        KeyForm form = Objects.requireNonNull(encoder, "encoder").form();
        return FormedEncoder.of(encoder, new KeyForm(form.name(), form.check(), true));
    }

    /**
     * Strings as their UTF-8 bytes, so that a string is the same key as {@code string.getBytes(UTF_8)} under
     * {@link #bytes()}. A lone surrogate, which UTF-8 cannot express, becomes three bytes of its own instead of
     * {@code '?'}: distinct strings stay distinct keys.
     *
     * @return the encoder of strings
     */
    static KeyEncoder<String> utf8() {
        return Encoders.UTF8;
    }

    /**
     * Like {@link #utf8()} for any {@code CharSequence}: equal characters are equal keys, whatever the class that holds
     * them. The characters must not change during a call.
     *
     * @return the encoder of character sequences
     */
    static KeyEncoder<CharSequence> utf8Chars() {
        return Encoders.UTF8_CHARS;
    }

    /**
     * Byte arrays as they are. The array must not change during a call and is not kept.
     *
     * @return the encoder of byte arrays
     */
    static KeyEncoder<byte[]> bytes() {
        return Encoders.BYTES;
    }

    /**
     * The remaining bytes of a buffer, the same key as a byte array of that content. Position and limit stay as they
     * are.
     *
     * @return the encoder of byte buffers, on the heap or direct
     */
    static KeyEncoder<ByteBuffer> byteBuffer() {
        return Encoders.BYTE_BUFFER;
    }

    /**
     * Longs. Filters of them take primitives too: {@code addLong}, {@code mightContainLong}.
     *
     * @return the encoder of longs
     */
    static LongKeyEncoder<Long> int64() {
        return Encoders.INT64;
    }

    /**
     * Ints, widened to long: {@code 42} here is the same key as {@code 42L} under {@link #int64()}, so a column of ids
     * may grow from int to long and keep its filter.
     *
     * @return the encoder of ints
     */
    static LongKeyEncoder<Integer> int32() {
        return Encoders.INT32;
    }

    /**
     * UUIDs as their sixteen bytes in the order in which they are printed.
     *
     * @return the encoder of UUIDs
     */
    static KeyEncoder<UUID> uuid() {
        return Encoders.UUIDS;
    }
}
