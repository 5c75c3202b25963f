package dev.bloomery.spec;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a filter: 128 bits that decide where its keys go. Who knows it can prepare keys that fill the filter or
 * look present in it, so it is random unless you say otherwise and {@link #toString} does not show it.
 *
 * <p>{@link KeyHash#XXH3_64} uses the lower 64 bits, {@link KeyHash#SIPHASH_2_4} all of them.
 */
public final class Seed {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final long low;
    private final long high;

    private Seed(long low, long high) {
        this.low = low;
        this.high = high;
    }

    /**
     * A new secret seed.
     *
     * @return 128 bits from a {@link SecureRandom}
     */
    public static Seed random() {
        return new Seed(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /**
     * A seed that is not secret, for tests and for filters that several programs must build alike.
     *
     * @param low the lower 64 bits; the upper ones are 0
     * @return the seed
     */
    public static Seed of(long low) {
        return new Seed(low, 0);
    }

    /**
     * A seed of your own choice. Choose the lower bits with care: {@link KeyHash#XXH3_64} uses no others.
     *
     * @param low the lower 64 bits
     * @param high the upper 64 bits
     * @return the seed
     */
    public static Seed of(long low, long high) {
        return new Seed(low, high);
    }

    /**
     * Reads what {@link #toHex} wrote.
     *
     * @param hex 32 hexadecimal digits
     * @return the seed
     */
    public static Seed fromHex(String hex) {
        Objects.requireNonNull(hex, "hex");
        if (hex.length() != 32) {
            throw new IllegalArgumentException(
                    "a seed has 32 hexadecimal digits, this text has " + hex.length() + " characters");
        }
        try {
            return new Seed(HexFormat.fromHexDigitsToLong(hex, 16, 32), HexFormat.fromHexDigitsToLong(hex, 0, 16));
        } catch (NumberFormatException notHex) {
            // without the cause: its message would show the text
            throw new IllegalArgumentException("a seed has 32 hexadecimal digits, this text has other characters");
        }
    }

    /**
     * The secret itself, for a place that keeps secrets.
     *
     * @return 32 hexadecimal digits
     */
    public String toHex() {
        return String.format("%016x%016x", high, low);
    }

    /**
     * The lower half of the secret.
     *
     * @return 64 bits
     */
    public long low() {
        return low;
    }

    /**
     * The upper half of the secret.
     *
     * @return 64 bits
     */
    public long high() {
        return high;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Seed seed && seed.low == low && seed.high == high;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(low * 31 + high);
    }

    /** Does not show the seed. */
    @Override
    public String toString() {
        return "Seed[secret]";
    }
}
