package dev.bloomery.internal.kind;

import dev.bloomery.internal.hash.Hash64;
import dev.bloomery.internal.hash.SipHash24;
import dev.bloomery.spec.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A number that tells in a snapshot which seed and which hash it was made with: the hashes of a text and of a long, hashed again by SipHash-2-4
 * under the seed. Code that hashes otherwise, or another seed, gives another number. It does not tell the seed: XXH3 alone could be
 * turned back, SipHash cannot.
 */
public final class KnownAnswer {
    private static final byte[] TEXT = "bloomery".getBytes(StandardCharsets.US_ASCII);
    private static final long NUMBER = 0x0123456789ABCDEFL;

    private KnownAnswer() {}

    public static long of(Hash64 hash, Seed seed) {
        byte[] answers = ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(hash.ofBytes(TEXT, 0, TEXT.length))
                .putLong(hash.ofLong(NUMBER))
                .array();
        return new SipHash24(seed.low(), seed.high()).ofBytes(answers, 0, answers.length);
    }
}
