package dev.bloomery.interop.redis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server with RedisBloom does with a filter, in the plainest code after the description of the
 * algorithm: the oracle, as there is no package with such a server. It checks headers as the server does, and
 * keeps bits as bytes.
 */
final class PlainServer {
    private static final double LN2 = 0.693147180559945;
    private static final int LONGEST = 16 << 20;

    private static final class Filter {
        byte[] bits = {};
        long size;
        double error;
        double bitsPerEntry;
        int hashes;
        long entries;
        int power;
    }

    private final List<Filter> chain = new ArrayList<>();
    private long size;
    private int options = 5;
    private int growth;

    static PlainServer reserve(double error, long capacity, int expansion) {
        PlainServer server = new PlainServer();
        server.growth = expansion;
        server.grow(capacity, error * 0.5);
        return server;
    }

    private void grow(long entries, double error) {
        Filter filter = new Filter();
        filter.error = error;
        filter.entries = entries;
        filter.bitsPerEntry = Math.abs(Math.log(error) / 0.480453013918201);
        long bits = (long) (entries * filter.bitsPerEntry);
        long bytes = bits % 64 == 0 ? bits / 8 : (bits / 64 + 1) * 8;
        filter.bits = new byte[(int) bytes];
        filter.hashes = (int) Math.ceil(LN2 * filter.bitsPerEntry);
        chain.add(filter);
    }

    boolean exists(byte[] key) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            if (probe(chain.get(i), key, false)) {
                return true;
            }
        }
        return false;
    }

    boolean add(byte[] key) {
        if (exists(key)) {
            return false;
        }
        Filter newest = chain.get(chain.size() - 1);
        if (newest.size >= newest.entries) {
            grow(newest.entries * growth, newest.error * 0.5);
            newest = chain.get(chain.size() - 1);
        }
        if (probe(newest, key, true)) {
            return false;
        }
        newest.size++;
        size++;
        return true;
    }

    /** Whether all bits were set. */
    private static boolean probe(Filter filter, byte[] key, boolean set) {
        long a = murmur(key, 0xc6a4a7935bd1e995L);
        long b = murmur(key, a);
        long modulus = filter.power == 0 ? filter.bits.length * 8L : 1L << filter.power;
        boolean all = true;
        for (long i = 0; i < filter.hashes; i++) {
            long bit = Long.remainderUnsigned(a + i * b, modulus);
            int mask = 1 << bit % 8;
            all &= (filter.bits[(int) (bit / 8)] & mask) != 0;
            if (set) {
                filter.bits[(int) (bit / 8)] |= (byte) mask;
            }
        }
        return all;
    }

    /** MurmurHash64A, a byte at a time. */
    private static long murmur(byte[] key, long seed) {
        long m = 0xc6a4a7935bd1e995L;
        long h = seed ^ key.length * m;
        int at = 0;
        while (key.length - at >= 8) {
            long k = 0;
            for (int i = 0; i < 8; i++) {
                k |= (key[at++] & 0xFFL) << (8 * i);
            }
            k *= m;
            k ^= k >>> 47;
            k *= m;
            h ^= k;
            h *= m;
        }
        if (at < key.length) {
            for (int i = 0; at < key.length; i++) {
                h ^= (key[at++] & 0xFFL) << (8 * i);
            }
            h *= m;
        }
        h ^= h >>> 47;
        h *= m;
        h ^= h >>> 47;
        return h;
    }

    List<BloomChunk> dump() {
        ByteBuffer header = ByteBuffer.allocate(20 + 53 * chain.size()).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(size).putInt(chain.size()).putInt(options).putInt(growth);
        for (Filter filter : chain) {
            header.putLong(filter.bits.length).putLong(filter.bits.length * 8L).putLong(filter.size);
            header.putDouble(filter.error).putDouble(filter.bitsPerEntry);
            header.putInt(filter.hashes).putLong(filter.entries).put((byte) filter.power);
        }
        List<BloomChunk> chunks = new ArrayList<>();
        chunks.add(new BloomChunk(1, header.array()));
        long iterator = 1;
        for (Filter filter : chain) {
            for (int at = 0; at < filter.bits.length; at += LONGEST) {
                byte[] data = java.util.Arrays.copyOfRange(filter.bits, at, Math.min(filter.bits.length, at + LONGEST));
                iterator += data.length;
                chunks.add(new BloomChunk(iterator, data));
            }
        }
        chunks.add(new BloomChunk(0, new byte[0]));
        return chunks;
    }

    /** BF.LOADCHUNK. */
    void load(BloomChunk chunk) {
        if (chunk.iterator() == 1) {
            loadHeader(ByteBuffer.wrap(chunk.data()).order(ByteOrder.LITTLE_ENDIAN));
            return;
        }
        long offset = chunk.iterator() - chunk.data().length - 1;
        for (Filter filter : chain) {
            if (offset < filter.bits.length) {
                if (chunk.data().length > filter.bits.length - offset) {
                    throw new IllegalStateException("received bad data");
                }
                System.arraycopy(chunk.data(), 0, filter.bits, (int) offset, chunk.data().length);
                return;
            }
            offset -= filter.bits.length;
        }
        throw new IllegalStateException("invalid offset");
    }

    private void loadHeader(ByteBuffer header) {
        chain.clear();
        size = header.getLong();
        int count = header.getInt();
        options = header.getInt();
        growth = header.getInt();
        if (header.remaining() != 53 * count) {
            throw new IllegalStateException("received bad data");
        }
        for (int i = 0; i < count; i++) {
            Filter filter = new Filter();
            long bytes = header.getLong();
            long bits = header.getLong();
            filter.bits = new byte[(int) bytes];
            filter.size = header.getLong();
            filter.error = header.getDouble();
            filter.bitsPerEntry = header.getDouble();
            filter.hashes = header.getInt();
            filter.entries = header.getLong();
            filter.power = header.get();
            if (bits != bytes * 8 || filter.hashes != (int) Math.ceil(LN2 * filter.bitsPerEntry)) {
                throw new IllegalStateException("received bad data");
            }
            chain.add(filter);
        }
    }
}
