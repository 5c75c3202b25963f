package dev.bloomery.examples.blocklist;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A block list that does not change: for another one make another object, and let the packet path read it from a volatile field. Any number
 * of threads may ask.
 *
 * <p>A packet is looked up once for each length of networks in use, with its address cut to that length: the lookups are as many as the
 * lengths, mostly a handful, however large a network is. The other way, to write every address of a network into the filter, takes one
 * lookup only, but 65,536 keys for a /16 and 16 million for a /8. The FPP of the filter is that of a packet over the number of lengths.
 *
 * <p>For IPv6 a key is 128 bits and a length: {@code (network, sink) -> sink.putLong(high).putLong(low).putInt(length)}.
 */
final class BlockList {
    private final int[] lengths;
    private final BloomFilter<Long> filter;
    private final NetworkSet exact;
    private final int networks;

    private BlockList(long[] keys, double packetFpp) {
        lengths = Arrays.stream(keys)
                .mapToInt(Network::length)
                .distinct()
                .sorted()
                .toArray();
        filter = Filters.bloom(KeyEncoder.int64())
                .capacity(keys.length)
                .targetFpp(packetFpp / Math.max(1, lengths.length))
                .layout(Layout.BLOCKED) // one cache line for each lookup
                .build();
        for (long key : keys) {
            filter.addLong(key);
        }
        exact = new NetworkSet(keys);
        networks = keys.length;
    }

    /** Reads a file with a network in each line, or a range of addresses, {@code 192.0.2.1,192.0.2.77}. */
    static BlockList read(Path file, double packetFpp) throws IOException {
        long[] keys = new long[1024];
        int count = 0;
        int number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                long[] found = networks(line.strip());
                keys = count + found.length <= keys.length ? keys : Arrays.copyOf(keys, 2 * keys.length);
                System.arraycopy(found, 0, keys, count, found.length);
                count += found.length;
            }
        } catch (IllegalArgumentException wrong) {
            throw new IOException("line " + number + " of " + file.getFileName() + ": " + wrong.getMessage(), wrong);
        }
        return new BlockList(Arrays.copyOf(keys, count), packetFpp);
    }

    private static long[] networks(String text) {
        int comma = text.indexOf(',');
        return comma < 0
                ? new long[] {Network.parse(text)}
                : AddressRange.networks(text.substring(0, comma), text.substring(comma + 1));
    }

    /** Whether to drop a packet from this address. */
    boolean blocks(int address) {
        for (int length : lengths) {
            long key = Network.key(address, length);
            if (filter.mightContainLong(key) && exact.contains(key)) {
                return true;
            }
        }
        return false;
    }

    /** {@link #blocks} for many packets at once, which overlaps the cache misses of a large filter. */
    boolean[] blocksEach(int[] addresses) {
        long[] keys = new long[addresses.length * lengths.length];
        int next = 0;
        for (int address : addresses) {
            for (int length : lengths) {
                keys[next++] = Network.key(address, length);
            }
        }
        boolean[] maybe = filter.mightContainEachLong(keys);
        boolean[] blocked = new boolean[addresses.length];
        next = 0;
        for (int i = 0; i < addresses.length; i++) {
            for (int j = 0; j < lengths.length; j++, next++) {
                blocked[i] |= maybe[next] && exact.contains(keys[next]);
            }
        }
        return blocked;
    }

    /** The same answer without the filter. */
    boolean blocksByExactSet(int address) {
        for (int length : lengths) {
            if (exact.contains(Network.key(address, length))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the exact set is asked for a packet from this address. */
    boolean mightBlock(int address) {
        for (int length : lengths) {
            if (filter.mightContainLong(Network.key(address, length))) {
                return true;
            }
        }
        return false;
    }

    /** The FPP of a packet: one lookup for each length. */
    double expectedFpp() {
        return 1 - Math.pow(1 - filter.info().expectedFpp(), lengths.length);
    }

    int networks() {
        return networks;
    }

    int lookupsPerPacket() {
        return lengths.length;
    }

    long filterBytes() {
        return filter.info().memoryBytes();
    }

    long exactBytes() {
        return exact.memoryBytes();
    }
}
