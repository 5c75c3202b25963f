package dev.bloomery.redis;

import dev.bloomery.key.KeyEncoder;
import java.util.Arrays;
import java.util.Objects;

/**
 * A key by the name that it has in Redis: itself if it is short, a hash of it if it is long. For gates over {@link NameHashing}, where a scan
 * cannot give long keys back.
 *
 * <pre>{@code
 * NameHashing names = NameHashing.above(64);
 * RedisKeyStore<StoredName> store = RedisKeyStore.over(jedis, "page:", StoredName.names()).open();
 * Gate<StoredName> pages = Gate.over(store, StoredName.encoder(), spec).writers(...).open();
 * pages.contains(names.of(url));
 * }</pre>
 *
 * <p>Equal names are equal. It does not change.
 */
public final class StoredName {
    private static final KeyEncoder<StoredName> ENCODER = KeyEncoder.named(
            "redis-name/1",
            (name, sink) -> sink.putRawBytes(name.bytes),
            new StoredName(new byte[] {1}),
            new StoredName(new byte[] {2, 3}));

    private final byte[] bytes;

    StoredName(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * How a filter gets them.
     *
     * @return the encoder
     */
    public static KeyEncoder<StoredName> encoder() {
        return ENCODER;
    }

    /**
     * How a store gets them.
     *
     * @return the names, as they are
     */
    public static KeyNames<StoredName> names() {
        return new KeyNames<>() {
            @Override
            public byte[] nameOf(StoredName key) {
                return key.bytes.clone();
            }

            @Override
            public StoredName keyOf(byte[] name) {
                return new StoredName(Objects.requireNonNull(name, "name").clone());
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredName name && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The length alone: it may be a key. */
    @Override
    public String toString() {
        return "StoredName[" + bytes.length + " bytes]";
    }
}
