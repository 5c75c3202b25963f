package dev.bloomery.internal.durable;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.key.KeySink;
import dev.bloomery.key.LongKeyEncoder;
import java.util.Optional;

/** An encoder for a filter that takes the place of another one: without a name of its own it has that of the old filter. */
public final class StoredEncoder {

    private StoredEncoder() {}

    /**
     * The encoder of the new filter.
     *
     * @param given was found to fit the old filter
     * @param stored what the old filter says
     */
    public static <K> KeyEncoder<K> of(KeyEncoder<K> given, Optional<KeyForm> stored) {
        if (given.form().isNamed() || stored.isEmpty() || !stored.get().isNamed()) {
            return given;
        }
        KeyForm form = stored.get();
        return given instanceof LongKeyEncoder<K> longs ? new OfLongs<>(longs, form) : new OfBytes<>(given, form);
    }

    private record OfBytes<K>(KeyEncoder<K> encoder, KeyForm form) implements KeyEncoder<K> {
        @Override
        public void encode(K key, KeySink sink) {
            encoder.encode(key, sink);
        }
    }

    private record OfLongs<K>(LongKeyEncoder<K> encoder, KeyForm form) implements LongKeyEncoder<K> {
        @Override
        public long encodeToLong(K key) {
            return encoder.encodeToLong(key);
        }
    }
}
