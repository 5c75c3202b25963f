package dev.bloomery.examples.backup;

import java.util.Random;

/**
 * Cuts bytes into chunks where the content says so: an insertion moves no cut but those around it, so that all other chunks stay what they were.
 */
final class Chunker {
    private static final int SHORTEST = 2 << 10;
    private static final int LONGEST = 64 << 10;

    /** A cut where the upper 13 bits are 0: 8 KB behind the shortest in the mean. */
    private static final long CUT = 0x1FFFL << 51;

    /** A number for each byte; all backups must use the same. */
    private static final long[] GEAR = new Random(0x9EA5).longs(256).toArray();

    private Chunker() {}

    /** Where the chunk ends that begins at {@code from}. */
    static int end(byte[] bytes, int from) {
        int last = Math.min(bytes.length - from, LONGEST) + from;
        long rolling = 0; // each shift forgets a bit: the upper ones stem from the last 64 bytes
        for (int at = Math.min(from + SHORTEST, last); at < last; at++) {
            rolling = (rolling << 1) + GEAR[bytes[at] & 0xFF];
            if ((rolling & CUT) == 0) {
                return at + 1;
            }
        }
        return last;
    }
}
