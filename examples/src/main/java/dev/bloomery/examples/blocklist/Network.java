package dev.bloomery.examples.blocklist;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An IPv4 network, {@code 192.0.2.0/24}, or one address, which is a network of length 32; as a key of 64 bits, or as text. */
final class Network {
    private static final Pattern TEXT =
            Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})(?:/([0-9]{1,2}))?");

    private Network() {}

    /** The network of this length, from 1 to 32, that the address is in: its length above, the first address below. Never 0. */
    static long key(int address, int length) {
        int network = address & (-1 << (32 - length));
        return ((long) length << 32) | Integer.toUnsignedLong(network);
    }

    static int length(long key) {
        return (int) (key >>> 32);
    }

    static long parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no IPv4 network; write an address, or 192.0.2.0/24");
        }
        int address = 0;
        for (int i = 1; i <= 4; i++) {
            address = (address << 8) | upTo(255, parts.group(i));
        }
        int length = parts.group(5) == null ? 32 : upTo(32, parts.group(5));
        if (length == 0) {
            throw new IllegalArgumentException("a network of length 0 is everyone; use 1 to 32");
        }
        return key(address, length);
    }

    private static int upTo(int limit, String number) {
        int value = Integer.parseInt(number);
        if (value > limit) {
            throw new IllegalArgumentException("a number of a network is " + value + "; use at most " + limit);
        }
        return value;
    }

    static String text(long key) {
        int address = (int) key;
        String text = IntStream.of(24, 16, 8, 0)
                .mapToObj(shift -> String.valueOf((address >>> shift) & 255))
                .collect(Collectors.joining("."));
        return length(key) == 32 ? text : text + "/" + length(key);
    }
}
