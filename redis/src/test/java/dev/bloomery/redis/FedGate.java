package dev.bloomery.redis;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** A gate with a feed over a client of its own, as another process would have it. */
final class FedGate implements AutoCloseable {
    static final Duration LEASE = Duration.ofMillis(200);

    final ConnectedClient client;
    final RedisFeed<Long> feed;
    final Gate<Long> gate;

    FedGate(ConnectedClient client, KeyStore<Long> store) {
        this(client, store, settings -> settings);
    }

    FedGate(ConnectedClient client, KeyStore<Long> store, UnaryOperator<RedisFeedBuilder<Long>> more) {
        this.client = client;
        feed = RedisProcess.retried(more.apply(RedisFeed.of(store, client.servers(), "users", KeyNames.int64())
                .lease(LEASE)
                .longestWrite(Duration.ofMillis(300)))::open);
        gate = RedisProcess.retried(() ->
                feed.gate(KeyEncoder.int64(), BloomSpec.of(100_000, 0.001)).openWarm(keys -> {}));
    }

    /** How many of these absent keys the filter answers without the store. */
    long answeredAlone(long from, long to) {
        long before = gate.statistics().answeredByFilter();
        LongStream.range(from, to).forEach(gate::contains);
        return gate.statistics().answeredByFilter() - before;
    }

    /** Until the filter answers. */
    void awaitAlone() {
        RedisProcess.await("the gate answers by its filter", () -> answeredAlone(-1_000, -900) > 50);
    }

    @Override
    public void close() {
        gate.close();
        feed.close();
        client.close();
    }
}
