package dev.bloomery.key;

/** An encoder together with the form that was given to it. */
final class FormedEncoder<K> implements KeyEncoder<K> {
    private final KeyEncoder<K> encoder;
    private final KeyForm form;

    private FormedEncoder(KeyEncoder<K> encoder, KeyForm form) {
        this.encoder = encoder;
        this.form = form;
    }

    /** Keys that were hashed as longs still are. */
    static <K> KeyEncoder<K> of(KeyEncoder<K> encoder, KeyForm form) {
        return encoder instanceof LongKeyEncoder<K> longs
                ? new OfLongs<>(longs, form)
                : new FormedEncoder<>(encoder, form);
    }

    static <K> LongKeyEncoder<K> ofLongs(LongKeyEncoder<K> encoder, KeyForm form) {
        return new OfLongs<>(encoder, form);
    }

    @Override
    public void encode(K key, KeySink sink) {
        encoder.encode(key, sink);
    }

    @Override
    public KeyForm form() {
        return form;
    }

    private static final class OfLongs<K> implements LongKeyEncoder<K> {
        private final LongKeyEncoder<K> encoder;
        private final KeyForm form;

        OfLongs(LongKeyEncoder<K> encoder, KeyForm form) {
            this.encoder = encoder;
            this.form = form;
        }

        @Override
        public long encodeToLong(K key) {
            return encoder.encodeToLong(key);
        }

        @Override
        public KeyForm form() {
            return form;
        }
    }
}
