package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.SharedBoard.Count;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * Three processes with writers and readers over one Redis, while processes are stopped and killed and the server loses what it has. A plain table in shared memory says which adds have returned;
 * a lookup that begins after that must not say no.
 */
class SharedHistoryTest {
    private static final long LOOKUPS = 1_000_000;
    private static final long MANY_LOOKUPS = 10_000_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int LEASE_MILLIS = 200;
    private static final Duration LEASE = Duration.ofMillis(LEASE_MILLIS);
    private static final Consistency LEASED = Consistency.leased(LEASE);

    private static SharedFilterBuilder<Long> builder(ConnectedClient client, Consistency level) {
        return SharedFilter.over(client.servers(), "history", KeyEncoder.int64())
                .spec(BloomSpec.of(SharedBoard.KEYS, 0.01))
                .consistency(level);
    }

    private static void judge(SharedHistory history, long lookups) {
        history.awaitLookups(lookups);
        assertThat(history.board.get(Count.WRONG)).as("wrong no: %s", history).isZero();
        assertThat(history.board.get(Count.LOOKUPS)).isGreaterThanOrEqualTo(lookups);
        assertThat(history.board.get(Count.NO)).isGreaterThan(1_000);
    }

    @Test
    void leased_whileEverythingFails_saysNoNeverWrongly() {
        everythingFails(LEASED, 0, LOOKUPS);
    }

    @Test
    void confirmed_whileEverythingFails_saysNoNeverWrongly() {
        everythingFails(Consistency.confirmed(), 0, LOOKUPS);
    }

    @Test
    void stale_whileEverythingFails_isNoOlderThanItsAge() {
        everythingFails(Consistency.stale(LEASE), LEASE.toNanos(), LOOKUPS);
    }

    @Test
    @Tag("long")
    void leased_manyLookupsWhileEverythingFails_saysNoNeverWrongly() {
        everythingFails(LEASED, 0, MANY_LOOKUPS);
    }

    @Test
    @Tag("long")
    void confirmed_manyLookupsWhileEverythingFails_saysNoNeverWrongly() {
        everythingFails(Consistency.confirmed(), 0, MANY_LOOKUPS);
    }

    private static void everythingFails(Consistency level, long age, long lookups) {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.LETTUCE.to(redis.port(), TIMEOUT);
                SharedFilter<Long> own = builder(client, level).createEmpty();
                SharedHistory history = new SharedHistory(redis.port(), age, List.of())) {
            history.start();
            history.awaitNoes(200);
            history.stopFor(0, 3 * LEASE_MILLIS);
            history.awaitAdds(50);
            history.kill(1);
            history.awaitNoes(200);

            try (Jedis direct = redis.direct()) { // with its data, but for what came after the save
                direct.save();
            }
            history.awaitAdds(50);
            redis.kill();
            redis.start();
            RedisProcess.await("it is lost", () -> own.state() == SharedState.LOST);
            history.refill(own);
            history.awaitNoes(200);

            try (Jedis direct = redis.direct()) {
                direct.flushAll();
            }
            RedisProcess.await("it is lost", () -> own.state() == SharedState.LOST);
            history.stopFor(2, 2 * LEASE_MILLIS);
            history.refill(own);
            history.awaitAdds(50);

            try (Jedis direct = redis.direct()) { // a chunk is evicted
                for (String key : direct.keys("*bits*")) {
                    direct.del(key);
                }
            }
            RedisProcess.await("it is lost", () -> own.state() == SharedState.LOST);
            history.refill(own);
            history.awaitAdds(50);
            history.awaitNoes(200);
            judge(history, lookups);
        }
    }

    @Test
    void leased_whileAServerLosesItsLastWrites_isMendedByTheProcesses() {
        try (RedisProcess redis = RedisProcess.started();
                ConnectedClient client = Client.LETTUCE.to(redis.port(), TIMEOUT);
                SharedFilter<Long> own = builder(client, LEASED)
                        .serverLosesAtMost(Duration.ofSeconds(1))
                        .createEmpty();
                SharedHistory history = new SharedHistory(redis.port(), 0, List.of())) {
            history.start();
            history.awaitAdds(200);
            for (int i = 0; i < 2; i++) {
                try (Jedis direct = redis.direct()) {
                    direct.save();
                }
                history.stopFor(i, LEASE_MILLIS);
                redis.kill();
                redis.start();
                RedisProcess.await("it is whole again", () -> own.state() == SharedState.CURRENT);
                history.awaitAdds(100);
                history.awaitNoes(200);
            }
            judge(history, LOOKUPS);
        }
    }
}
