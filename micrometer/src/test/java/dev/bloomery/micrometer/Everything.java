package dev.bloomery.micrometer;

import dev.bloomery.durable.DurableFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.DurableFilters;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.SharedAnswer;
import dev.bloomery.redis.SharedFilter;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;

/** One of everything that has meters, bound to a registry: what documents are compared with. */
final class Everything implements AutoCloseable {
    private final Deque<Runnable> closing = new ArrayDeque<>();

    Everything(MeterRegistry registry, Path directory) throws IOException {
        Gate<Long> durable = Gate.over(
                        new NumberStore(),
                        DurableFilters.in(directory.resolve("gate"), KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01)))
                .writers(StoreWriters.onlyThisProcess())
                .name("usernames")
                .openWarm(keys -> {});
        closing.push(durable::close);
        GateMeters.of(durable).bindTo(registry);
        ExpiringGate<Long> expiring = ExpiringGate.over(
                        new NumberStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .name("addresses")
                .openWarm(keys -> {});
        closing.push(expiring::close);
        GateMeters.of(expiring).bindTo(registry);
        OwnerGate<Integer, Long> owners = OwnerGate.over(
                        new OwnedNumbers(), FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int64(), 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .name("visits")
                .openWarm(keys -> {});
        closing.push(owners::close);
        GateMeters.of(owners).bindTo(registry);
        DurableFilter<Long> sent = DurableFilter.in(
                        directory.resolve("sent"), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .open();
        closing.push(sent::close);
        FilterMeters.of("sent", sent).bindTo(registry);
        SharedFilter<Long> shared = shared();
        SharedMeters.of("coupons", shared).bindTo(registry);
        for (long key = 0; key < 100; key++) {
            durable.addIfAbsent(key);
            expiring.addOrProlong(key);
            owners.addIfAbsent(1, key);
            sent.add(key);
            durable.contains(-key);
        }
    }

    /** Over a Redis of its own. */
    private SharedFilter<Long> shared() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        RedisServer redis = RedisServer.builder()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("save \"\"")
                .build();
        redis.start();
        closing.push(redis::stop);
        RedisClient client = RedisClient.create("127.0.0.1", port);
        closing.push(client::close);
        JedisServers servers = JedisServers.of(client);
        closing.push(servers::close);
        SharedFilter<Long> filter = SharedFilter.over(servers, "coupons", KeyEncoder.int64())
                .spec(BloomSpec.of(1_000, 0.01))
                .createEmpty();
        closing.push(filter::close);
        boolean unused = filter.add(1L);
        SharedAnswer unusedToo = filter.ask(1L);
        return filter;
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }
}
