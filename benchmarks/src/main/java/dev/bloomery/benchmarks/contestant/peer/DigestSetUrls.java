package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.Set;

/** A set of the SHA-256 of the strings: exact for all that one will ever see, and of one size however long they are. */
final class DigestSetUrls implements UrlFilter {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int BYTES_OF_DIGEST = 48;

    private final MessageDigest sha256;
    private final Set<Digest> set;

    /** 32 bytes as four longs: smaller, and faster to compare, than an array in a wrapper. */
    private record Digest(long a, long b, long c, long d) {
        static Digest of(byte[] bytes) {
            return new Digest((long) LONG.get(bytes, 0), (long) LONG.get(bytes, 8), (long) LONG.get(bytes, 16), (long)
                    LONG.get(bytes, 24));
        }

        @Override
        public int hashCode() {
            return (int) a; // as good as any of its bits
        }
    }

    DigestSetUrls(long capacity) {
        set = new HashSet<>(HashSetSize.initialCapacity(capacity));
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }

    private Digest digest(String key) {
        return Digest.of(sha256.digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void add(String key) {
        set.add(digest(key));
    }

    @Override
    public boolean mightContain(String key) {
        return set.contains(digest(key));
    }

    @Override
    public long sizeInBits() {
        return HashSetSize.inBits(set.size(), BYTES_OF_DIGEST);
    }
}
