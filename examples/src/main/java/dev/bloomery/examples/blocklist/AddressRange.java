package dev.bloomery.examples.blocklist;

import java.util.Arrays;

/** From one address to another, as lists of the owners of addresses have it. */
final class AddressRange {
    private static final int MOST_NETWORKS = 62; // on the way up to the largest one, and down again, one of each length

    private AddressRange() {}

    /** The fewest networks that are the range together: again and again the largest that begins where the rest does, and does not end behind it. */
    static long[] networks(String from, String to) {
        long next = address(from);
        long end = address(to) + 1;
        if (next >= end) {
            throw new IllegalArgumentException("the range ends before it begins; write the lower address first");
        }
        long[] networks = new long[MOST_NETWORKS];
        int count = 0;
        while (next < end) {
            int aligned = next == 0 ? 31 : Math.min(31, Long.numberOfTrailingZeros(next));
            int fits = 63 - Long.numberOfLeadingZeros(end - next);
            int bits = Math.min(aligned, fits);
            networks[count++] = Network.key((int) next, 32 - bits);
            next += 1L << bits;
        }
        return Arrays.copyOf(networks, count);
    }

    private static long address(String text) {
        long key = Network.parse(text);
        if (Network.length(key) != 32) {
            throw new IllegalArgumentException(
                    "a range goes from an address to an address; write no length behind them");
        }
        return Integer.toUnsignedLong((int) key);
    }
}
