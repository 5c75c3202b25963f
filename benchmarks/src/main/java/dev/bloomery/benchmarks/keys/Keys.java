package dev.bloomery.benchmarks.keys;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The keys of a race, each computed from its number, so that a hundred million of them need no memory. They look random; keys
 * that are added and keys that are not are never the same, because a number has one key and a key one number.
 */
public final class Keys {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final long FIRST_ABSENT = 1L << 40;
    private static final byte[] PREFIX =
            "https://shop.example.com/catalogue/products/".getBytes(StandardCharsets.ISO_8859_1);
    private static final int URL_LENGTH = 60;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

    private Keys() {}

    /** The i-th key that is added. */
    public static long present(long i) {
        return mix((i + 1) * GOLDEN_GAMMA);
    }

    /** The i-th key that is not. */
    public static long absent(long i) {
        return present(FIRST_ABSENT + i);
    }

    /** The address with this number: 44 characters that all have in common, 16 hexadecimal digits. */
    public static String url(long number) {
        byte[] characters = new byte[URL_LENGTH];
        System.arraycopy(PREFIX, 0, characters, 0, PREFIX.length);
        for (int i = PREFIX.length, shift = 60; i < URL_LENGTH; i++, shift -= 4) {
            characters[i] = DIGITS[(int) (number >>> shift) & 15];
        }
        return new String(characters, StandardCharsets.ISO_8859_1);
    }

    /** Keys first to first + count - 1 of those that are added. */
    public static long[] presentLongs(long first, int count) {
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = present(first + i);
        }
        return keys;
    }

    /** The same as addresses. */
    public static String[] presentUrls(long first, int count) {
        String[] keys = new String[count];
        for (int i = 0; i < count; i++) {
            keys[i] = url(present(first + i));
        }
        return keys;
    }

    /** So many of the first {@code keys} keys, at random. */
    public static long[] randomHits(long keys, int count) {
        SplittableRandom random = new SplittableRandom(1);
        long[] hits = new long[count];
        for (int i = 0; i < count; i++) {
            hits[i] = present(random.nextLong(keys));
        }
        return hits;
    }

    /** So many keys that are not in; not those that the FPP is measured with. */
    public static long[] misses(int count) {
        long[] misses = new long[count];
        for (int i = 0; i < count; i++) {
            misses[i] = absent(FIRST_ABSENT + i);
        }
        return misses;
    }

    /** At each place the hit or the miss of that place, by the toss of a coin. */
    public static long[] mix(long[] hits, long[] misses) {
        SplittableRandom random = new SplittableRandom(2);
        long[] mixed = new long[hits.length];
        for (int i = 0; i < mixed.length; i++) {
            mixed[i] = random.nextBoolean() ? hits[i] : misses[i];
        }
        return mixed;
    }

    /** The addresses with these numbers. */
    public static String[] urls(long[] numbers) {
        String[] urls = new String[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            urls[i] = url(numbers[i]);
        }
        return urls;
    }

    /** The finalizer of SplitMix64, one to one; no contestant hashes with it. */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
