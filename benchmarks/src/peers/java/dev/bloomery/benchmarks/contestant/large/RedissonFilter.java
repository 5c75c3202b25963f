package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.shared.RemoteFilter;
import java.util.List;
import org.redisson.Redisson;
import org.redisson.api.RBloomFilter;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.LongCodec;
import org.redisson.config.Config;

/** The Bloom filter of Redisson. */
public final class RedissonFilter implements RemoteFilter {
    private final RedissonClient client;
    private final RBloomFilter<Long> filter;

    /** @param capacity keys up to which its FPP is the one that was asked for */
    public RedissonFilter(int port, long capacity, double fpp) {
        Config config = new Config();
        config.setCodec(LongCodec.INSTANCE);
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        client = Redisson.create(config);
        filter = client.getBloomFilter("redisson");
        filter.tryInit(capacity, fpp);
    }

    @Override
    public boolean contains(long key) {
        return filter.contains(key);
    }

    @Override
    public void addAll(List<Long> keys) {
        filter.add(keys);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
