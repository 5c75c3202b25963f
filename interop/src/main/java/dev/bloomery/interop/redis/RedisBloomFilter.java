package dev.bloomery.interop.redis;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignInfo;
import dev.bloomery.interop.internal.hash.Murmur64A;
import dev.bloomery.interop.internal.key.KeyBytes;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A filter of RedisBloom, the module of {@code BF.ADD}: its answers, its adds, its chunks. It is a chain of
 * Bloom filters: when the newest one is full, the next one is larger and has half of its FPP, so that all of
 * them together stay within about the FPP that was asked for. {@link RedisBloomFilters} reads and makes it.
 *
 * <pre>{@code
 * for (BloomChunk chunk : filter.chunks()) {
 *     jedis.bfLoadChunk(key, chunk.iterator(), chunk.data());
 * }
 * }</pre>
 *
 * @param <K> the type of the keys
 */
public final class RedisBloomFilter<K> implements ForeignFilter<K> {
    static final int HEADER_BYTES = 20;
    static final int OPTION_NO_ROUND = 1;
    static final int OPTION_64_BITS = 4;
    static final int OPTION_FIXED = 8;
    static final double TIGHTENING = 0.5;

    private static final long SEED = 0xc6a4a7935bd1e995L;
    private static final int LONGEST_CHUNK = 16 << 20;

    private final KeyEncoder<K> keys;
    private final int options;
    private final int growth;
    private final ReentrantLock growing = new ReentrantLock();
    private volatile List<BloomLink> links; // replaced by a longer one under the lock

    RedisBloomFilter(KeyEncoder<K> keys, int options, int growth, List<BloomLink> links) {
        this.keys = Objects.requireNonNull(keys, "keys");
        this.options = options;
        this.growth = growth;
        this.links = List.copyOf(links);
    }

    @Override
    public boolean mightContain(K key) {
        return KeyBytes.test(keys, key, this::mightContain);
    }

    private boolean mightContain(byte[] bytes, int length) {
        long first = Murmur64A.of(bytes, length, SEED);
        return mightContain(first, Murmur64A.of(bytes, length, first), links);
    }

    private static boolean mightContain(long first, long step, List<BloomLink> chain) {
        for (int i = chain.size() - 1; i >= 0; i--) { // most keys are in the newest, which is the largest
            if (chain.get(i).mightContain(first, step)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@inheritDoc}
     *
     * @throws FilterFullException if it is full and was made not to grow; nothing is changed
     */
    @Override
    public boolean add(K key) {
        return KeyBytes.test(keys, key, this::add);
    }

    private boolean add(byte[] bytes, int length) {
        long first = Murmur64A.of(bytes, length, SEED);
        long step = Murmur64A.of(bytes, length, first);
        List<BloomLink> chain = links;
        if (mightContain(first, step, chain)) {
            return false;
        }
        BloomLink newest = chain.get(chain.size() - 1);
        while (newest.isFull()) {
            chain = grown(newest);
            newest = chain.get(chain.size() - 1);
        }
        return newest.add(first, step);
    }

    private List<BloomLink> grown(BloomLink full) {
        if ((options & OPTION_FIXED) != 0) {
            throw new FilterFullException("the filter of RedisBloom has " + full.keys() + " of "
                    + full.header().entries() + " keys and was made not to grow; make a larger one");
        }
        growing.lock();
        try {
            List<BloomLink> now = links;
            BloomLink newest = now.get(now.size() - 1);
            if (newest == full) {
                LinkHeader header = full.header();
                long entries = Math.multiplyExact(Math.max(1, header.entries()), Math.max(1, (long) growth));
                BloomLink[] longer = now.toArray(new BloomLink[now.size() + 1]);
                longer[now.size()] = BloomLink.of(entries, header.error() * TIGHTENING);
                now = List.of(longer);
                links = now;
            }
            return now;
        } finally {
            growing.unlock();
        }
    }

    /**
     * How many filters the chain has.
     *
     * @return 1, and one more each time it has grown
     */
    public int links() {
        return links.size();
    }

    /**
     * Keys that were added, as {@code BF.CARD} counts them.
     *
     * @return the sum over the chain
     */
    public long size() {
        return links.stream().mapToLong(BloomLink::keys).sum();
    }

    /** The FPP of at least one false answer in the chain. */
    @Override
    public double currentFpp() {
        double none = 1;
        for (BloomLink link : links) {
            none *= 1 - link.fpp();
        }
        return 1 - none;
    }

    @Override
    public ForeignInfo info() {
        List<BloomLink> chain = links;
        long bits = 0;
        long setBits = 0;
        long capacity = 0;
        long keysNow = 0;
        long distinct = 0;
        double target = 0;
        for (BloomLink link : chain) {
            bits += link.header().bits();
            setBits += link.bits().setBits();
            capacity += link.header().entries();
            keysNow += link.keys();
            distinct += link.distinct();
            target += link.header().error();
        }
        return new ForeignInfo(
                "redis",
                chain.size() + (chain.size() == 1 ? " filter, " : " filters, ") + bits + " bits, expansion " + growth
                        + ((options & OPTION_FIXED) == 0 ? "" : ", does not grow"),
                bits,
                setBits,
                capacity,
                Math.min(1, target),
                keysNow,
                distinct,
                bits / 8,
                currentFpp());
    }

    /**
     * The chunks that {@code BF.LOADCHUNK} makes the same filter of, to be sent in their order. Nobody should
     * add meanwhile: the counts are in the first chunk.
     *
     * @return the header, then the bits in chunks of at most 16 MiB, each made when it is asked for
     */
    public Iterable<BloomChunk> chunks() {
        return () -> new Chunks(header(), links);
    }

    private byte[] header() {
        List<BloomLink> chain = links;
        long[] counts = chain.stream().mapToLong(BloomLink::keys).toArray();
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES + chain.size() * LinkHeader.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(sum).putInt(chain.size()).putInt(options).putInt(growth);
        for (int i = 0; i < counts.length; i++) {
            chain.get(i).header().write(header, counts[i]);
        }
        return header.array();
    }

    /**
     * Writes the data of all chunks one after the other, which is a file that {@link RedisBloomFilters}
     * reads.
     */
    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (BloomChunk chunk : chunks()) {
            out.write(chunk.data());
        }
    }

    /** The size; no keys. */
    @Override
    public String toString() {
        return "RedisBloomFilter[" + links.size() + " links, " + size() + " keys]";
    }

    /** The header, then the bits of each link in its own chunks: none goes from one link to the next. */
    private static final class Chunks implements Iterator<BloomChunk> {
        private final byte[] header;
        private final List<BloomLink> links;
        private boolean headerGiven;
        private int link;
        private long offset;
        private long iterator = 1;

        Chunks(byte[] header, List<BloomLink> links) {
            this.header = header;
            int count = (header.length - HEADER_BYTES) / LinkHeader.BYTES; // one may have come since
            this.links = links.subList(0, count);
        }

        @Override
        public boolean hasNext() {
            return !headerGiven || link < links.size();
        }

        @Override
        public BloomChunk next() {
            if (!hasNext()) {
                throw new NoSuchElementException("the last chunk was given");
            }
            if (!headerGiven) {
                headerGiven = true;
                return new BloomChunk(iterator, header);
            }
            BloomLink now = links.get(link);
            int length = (int) Math.min(LONGEST_CHUNK, now.header().bytes() - offset);
            ByteArrayOutputStream data = new ByteArrayOutputStream(length);
            try {
                now.bits().writeTo(data, offset, length, ByteOrder.LITTLE_ENDIAN);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            iterator += length;
            offset += length;
            if (offset == now.header().bytes()) {
                link++;
                offset = 0;
            }
            return new BloomChunk(iterator, data.toByteArray());
        }
    }
}
