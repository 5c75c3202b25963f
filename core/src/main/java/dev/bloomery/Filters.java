package dev.bloomery;

import dev.bloomery.key.KeyEncoder;
import java.util.Objects;

/**
 * Where every filter begins.
 *
 * <pre>{@code
 * BloomFilter<String> seen = Filters.bloom(KeyEncoder.utf8()).capacity(10_000_000).targetFpp(0.01).build();
 * seen.add("https://example.com/");
 * seen.mightContain("https://example.com/"); // true
 * }</pre>
 */
public final class Filters {

    private Filters() {}

    /**
     * A Bloom filter: takes keys, never forgets one, never fails; cannot remove.
     *
     * @param encoder how keys become bytes
     * @param <K> the type of the keys
     * @return the question for its size
     */
    public static <K> BloomBuilder.Sizing<K> bloom(KeyEncoder<K> encoder) {
        return new BloomBuilder.Sizing<>(Objects.requireNonNull(encoder, "encoder"));
    }
}
