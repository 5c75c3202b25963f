package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A server that loses something: the answer is UNKNOWN, never NO, until it is whole again. */
class SharedLossTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final List<Long> KEYS = LongStream.range(0, 1_000).boxed().toList();

    private static SharedFilterBuilder<Long> builder(ConnectedClient client) {
        return SharedFilter.over(client.servers(), "seen", KeyEncoder.int64())
                .spec(BloomSpec.of(10_000, 0.01))
                .longestWait(Duration.ofSeconds(20))
                .consistency(Consistency.leased(Duration.ofMillis(200)));
    }

    private static void awaitState(SharedFilter<Long> filter, SharedState state) {
        RedisProcess.await("the filter is " + state, () -> filter.state() == state);
    }

    private static long wrong(SharedFilter<Long> filter) {
        return KEYS.stream().filter(key -> filter.ask(key) == SharedAnswer.NO).count();
    }

    @Test
    void flush_ofTheServer_isUnknownUntilRefilled() {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT);
                SharedFilter<Long> first = builder(client).createEmpty();
                SharedFilter<Long> second = builder(client).open()) {
            long unused = first.addAll(KEYS);
            try (Jedis direct = redis.direct()) {
                direct.flushAll();
            }
            awaitState(first, SharedState.LOST);
            awaitState(second, SharedState.LOST);
            assertThat(second.ask(5_000_000L)).isEqualTo(SharedAnswer.UNKNOWN);
            assertThatThrownBy(() -> builder(client).open()).isInstanceOf(IllegalStateException.class);
            long count = first.refill(sink -> {
                KEYS.forEach(sink);
                return KEYS.size();
            });
            assertThat(count).isEqualTo(1_000);
            awaitState(second, SharedState.CURRENT);
            assertThat(wrong(second)).isZero();
            RedisProcess.await("it says no", () -> second.ask(5_000_000L) == SharedAnswer.NO);
            boolean unusedToo = second.add(5_000_000L);
            assertThat(first.ask(5_000_000L)).isEqualTo(SharedAnswer.MAYBE);
        }
    }

    @Test
    void flush_ofTheServer_isAcceptedByWord() {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.LETTUCE.to(redis.port(), TIMEOUT);
                SharedFilter<Long> first = builder(client).createEmpty();
                SharedFilter<Long> second = builder(client).open()) {
            long unused = first.addAll(KEYS);
            try (Jedis direct = redis.direct()) {
                direct.flushAll();
            }
            awaitState(second, SharedState.LOST);
            second.acceptLoss();
            awaitState(first, SharedState.CURRENT);
            assertThat(wrong(first)).isZero();
            assertThat(wrong(second)).isZero();
        }
    }

    @Test
    void chunk_thatIsGone_isALossAndNotZeros() {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT);
                SharedFilter<Long> first = builder(client).createEmpty()) {
            long unused = first.addAll(KEYS);
            try (Jedis direct = redis.direct()) {
                for (String key : direct.keys("*bits*")) {
                    direct.del(key);
                }
            }
            assertThatThrownBy(() -> first.add(99_999L))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("missing");
            awaitState(first, SharedState.LOST);
            try (SharedFilter<Long> late = builder(client).open()) {
                assertThat(late.state()).isNotEqualTo(SharedState.CURRENT);
                assertThat(wrong(late)).isZero();
            }
            first.acceptLoss();
            awaitState(first, SharedState.CURRENT);
            try (SharedFilter<Long> late = builder(client).open()) {
                assertThat(wrong(late)).isZero();
                awaitState(late, SharedState.CURRENT);
            }
        }
    }

    @Test
    void restart_withNothingDeclared_isUnknownUntilSomebodyDecides() {
        try (RedisProcess redis = RedisProcess.started("--appendonly", "yes", "--appendfsync", "always");
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT);
                SharedFilter<Long> filter = builder(client).createEmpty()) {
            long unused = filter.addAll(KEYS);
            redis.kill();
            redis.start();
            awaitState(filter, SharedState.LOST);
            assertThat(filter.ask(5_000_000L)).isEqualTo(SharedAnswer.UNKNOWN);
            filter.acceptLoss();
            awaitState(filter, SharedState.CURRENT);
            assertThat(wrong(filter)).isZero();
        }
    }

    @Test
    void restart_ofAServerThatLosesNothing_isAdopted() {
        try (RedisProcess redis = RedisProcess.started("--appendonly", "yes", "--appendfsync", "always");
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT);
                SharedFilter<Long> filter = builder(client).serverLosesNothing().createEmpty()) {
            long unused = filter.addAll(KEYS);
            redis.kill();
            redis.start();
            awaitState(filter, SharedState.CURRENT);
            boolean unusedToo = filter.add(77_777L);
            try (SharedFilter<Long> late = builder(client).open()) {
                assertThat(wrong(late)).isZero();
                assertThat(late.ask(77_777L)).isEqualTo(SharedAnswer.MAYBE);
            }
        }
    }

    @Test
    void restart_ofAServerThatLostTheLastWrites_isMendedByTheWriters() {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT);
                SharedFilter<Long> first = builder(client)
                        .serverLosesAtMost(Duration.ofMillis(400))
                        .growing()
                        .createEmpty();
                SharedFilter<Long> second = builder(client).open()) {
            List<Boolean> unused = List.of(first.add(-1L), second.add(-2L));
            try (Jedis direct = redis.direct()) {
                direct.save();
            }
            long unusedToo = first.addAll(KEYS); // all of them are lost
            redis.kill();
            redis.start();
            awaitState(first, SharedState.CURRENT);
            awaitState(second, SharedState.CURRENT);
            assertThat(wrong(first)).isZero();
            assertThat(wrong(second)).isZero();
            try (SharedFilter<Long> late = builder(client).open()) {
                awaitState(late, SharedState.CURRENT);
                assertThat(wrong(late)).isZero();
                assertThat(late.ask(-2L)).isEqualTo(SharedAnswer.MAYBE);
            }
        }
    }

    @Test
    void restart_withAWriterThatIsGone_staysUnknown() {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT);
                SharedFilter<Long> second = builder(client)
                        .serverLosesAtMost(Duration.ofMillis(200))
                        .createEmpty()) {
            try (SharedFilter<Long> first = builder(client).open()) {
                List<Boolean> unused = List.of(first.add(-1L), second.add(-2L));
                try (Jedis direct = redis.direct()) {
                    direct.save();
                }
                long unusedToo = first.addAll(KEYS);
                redis.kill();
            }
            redis.start();
            awaitState(second, SharedState.RESTORING);
            RedisProcess.pause(500);
            assertThat(second.state()).isEqualTo(SharedState.RESTORING);
            assertThat(second.ask(5_000_000L)).isEqualTo(SharedAnswer.UNKNOWN);
            second.acceptLoss();
            awaitState(second, SharedState.CURRENT);
        }
    }

    @Test
    void open_overAServerThatEvicts_isRefused() {
        try (RedisProcess redis = RedisProcess.started("--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru");
                ConnectedClient client = Client.JEDIS.to(redis.port(), TIMEOUT)) {
            assertThatThrownBy(() -> builder(client).createEmpty())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("allkeys-lru");
        }
    }
}
