package dev.bloomery.redis.internal.shared;

import dev.bloomery.internal.replica.BitReplica;
import java.util.Arrays;

/**
 * What a script is told of keys to add. A key has bits in two or four words of one block; two words that follow each other are a pair, which is read and written at once:
 *
 * <pre>
 * first byte of the first word in the chunk     decimal text, then a byte 0
 * last byte of the second word                  decimal text, then a byte 0
 * bits to set in the first word                 eight bytes, as they lie in memory
 * bytes between the two words                   one byte
 * bits to set in the second word                eight bytes
 * </pre>
 *
 * <p>The numbers are texts because commands take texts, and Lua takes longer to print a number than Redis to read the words.
 */
final class WordPairs {
    private static final int MOST_DIGITS = 7;
    private static final int MOST_BYTES = 2 * (MOST_DIGITS + 1) + 2 * Long.BYTES + 1;

    private final byte[] bytes;
    private int length;

    private WordPairs(int most) {
        bytes = new byte[most];
    }

    /** How many pairs a key has. */
    static int ofKey(BitReplica bits) {
        return bits.wordsOfKey() / 2;
    }

    /** The pairs of keys of one chunk, one key after the other. */
    static byte[] of(BitReplica bits, long[] hashes) {
        WordPairs pairs = new WordPairs(hashes.length * ofKey(bits) * MOST_BYTES);
        int[] order = new int[bits.wordsOfKey()];
        for (long hash : hashes) {
            sort(bits, hash, order);
            for (int i = 0; i < order.length; i += 2) {
                pairs.add(bits, hash, order[i], order[i + 1]);
            }
        }
        return Arrays.copyOf(pairs.bytes, pairs.length);
    }

    /** The words of a key, those that come first in the block first. */
    private static void sort(BitReplica bits, long hash, int[] order) {
        for (int which = 0; which < order.length; which++) {
            int at = which;
            while (at > 0 && bits.word(hash, order[at - 1]) > bits.word(hash, which)) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = which;
        }
    }

    private void add(BitReplica bits, long hash, int first, int second) {
        int from = ChunkLayout.byteOf(bits.word(hash, first));
        int last = ChunkLayout.byteOf(bits.word(hash, second));
        putText(from);
        putText(last + Long.BYTES - 1);
        putWord(bits.mask(hash, first));
        bytes[length++] = (byte) (last - from - Long.BYTES);
        putWord(bits.mask(hash, second));
    }

    private void putText(int number) {
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        int rest = number;
        for (int i = digits - 1; i >= 0; i--) {
            bytes[length + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        bytes[length++] = 0;
    }

    private void putWord(long word) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[length++] = (byte) (word >>> shift);
        }
    }
}
