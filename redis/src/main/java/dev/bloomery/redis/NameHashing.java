package dev.bloomery.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * Short names for long keys: up to a length a key is its own name, beyond it the name is {@code #} and 128 bits of SHA-256 in 22 characters.
 *
 * <p>A short key that looks like such a name is hashed as well, so that no two keys share a name unless their hashes do: for a billion
 * keys with a probability of 1e-21, and nobody can choose two such keys with less than some 2^64 tries. All programs that use one prefix must
 * use one length. For any number of threads.
 */
public final class NameHashing {
    private static final int HASH_BYTES = 16;
    private static final int HASHED_LENGTH = 23;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final int longest;
    private final TextNames text = new TextNames();

    private NameHashing(int longest) {
        this.longest = longest;
    }

    /**
     * Hashes keys that are longer than this.
     *
     * @param bytes from 0, which hashes all, to 512 MB, the longest name that Redis takes
     * @return the names
     */
    public static NameHashing above(int bytes) {
        if (bytes < 0 || bytes > 1 << 29) {
            throw new IllegalArgumentException(
                    "bytes is " + bytes + "; use a number from 0 to " + (1 << 29) + ", for example 64");
        }
        return new NameHashing(bytes);
    }

    /**
     * The name of a string, by its UTF-8 bytes.
     *
     * @param key the string, without lone surrogates
     * @return its name
     */
    public StoredName of(String key) {
        return ofOwn(text.nameOf(Objects.requireNonNull(key, "key")));
    }

    /**
     * The name of some bytes.
     *
     * @param key the bytes; not kept
     * @return its name
     */
    public StoredName of(byte[] key) {
        return ofOwn(Objects.requireNonNull(key, "key").clone());
    }

    private StoredName ofOwn(byte[] key) {
        return new StoredName(key.length <= longest && !looksHashed(key) ? key : hashed(key));
    }

    private static boolean looksHashed(byte[] key) {
        return key.length == HASHED_LENGTH && key[0] == '#';
    }

    private static byte[] hashed(byte[] key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
            String text = "#" + BASE64.encodeToString(Arrays.copyOf(hash, HASH_BYTES));
            return text.getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
