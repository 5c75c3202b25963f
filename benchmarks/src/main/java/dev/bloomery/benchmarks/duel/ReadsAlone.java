package dev.bloomery.benchmarks.duel;

import java.util.SplittableRandom;

/**
 * No filter, but what the memory takes: three reads a key of as many bytes as a fuse filter of 8 bits has, at as great a distance, where
 * the key itself says, which is random. No query that reads three cells can take less time, one by one or in a batch: neither a hash nor
 * a shard nor a fingerprint is computed, and nothing keeps the processor from having as many reads under way as it can.
 */
final class ReadsAlone implements Duellist {
    private static final double BYTES_PER_KEY = 1.125;
    private static final int DISTANCE = 1 << 13; // a segment

    private byte[] bytes = {};
    private long keys;

    /** @return the time of a byte, as there is no key to add */
    @Override
    public double fill(long[] keys) {
        bytes = new byte[0]; // so that it can be collected
        long begun = System.nanoTime();
        byte[] random = new byte[(int) (BYTES_PER_KEY * keys.length) + 3 * DISTANCE];
        new SplittableRandom(keys.length).nextBytes(random);
        bytes = random;
        this.keys = keys.length;
        return (double) (System.nanoTime() - begun) / keys.length;
    }

    @Override
    public double ask(long[] keys, int from, int count, int expected) {
        long untimed = sum(keys, from, count);
        long begun = System.nanoTime();
        long sum = sum(keys, from, count);
        double nanos = (double) (System.nanoTime() - begun) / count;
        if (sum != untimed) {
            throw new IllegalStateException("bytes that nobody writes have changed");
        }
        return nanos;
    }

    private long sum(long[] keys, int from, int count) {
        long sum = 0;
        for (int at = from; at < from + count; at += LongDuellist.A_CALL) {
            sum += sum(bytes, keys, at, at + LongDuellist.A_CALL);
        }
        return sum;
    }

    private static long sum(byte[] bytes, long[] keys, int from, int to) {
        int range = bytes.length - 3 * DISTANCE;
        long sum = 0;
        for (int i = from; i < to; i++) {
            long key = keys[i];
            int first = (int) (((key >>> 32) * range) >>> 32);
            int second = first + DISTANCE ^ (int) key & DISTANCE - 1;
            int third = first + 2 * DISTANCE ^ (int) key >>> 13 & DISTANCE - 1;
            sum += bytes[first] ^ bytes[second] ^ bytes[third];
        }
        return sum;
    }

    @Override
    public boolean answersBatches() {
        return false;
    }

    @Override
    public double askInBatches(long[] keys, int from, int count, int expected) {
        throw new UnsupportedOperationException("reads are not answered in batches");
    }

    @Override
    public double bitsPerKey() {
        return (double) Byte.SIZE * bytes.length / keys;
    }
}
