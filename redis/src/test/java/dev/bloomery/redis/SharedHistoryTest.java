package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.SharedBoard.Count;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * Three processes with writers and readers over one Redis, while processes are stopped and killed and the server loses what it has. A plain table in shared memory says which adds have returned;
 * a lookup that begins after that must not say no. The server and the processes are the same for all histories.
 */
class SharedHistoryTest {
    private static final long LOOKUPS = 1_000_000;
    private static final long MANY_LOOKUPS = 10_000_000;
    private static final int MANY_ROUNDS = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LEASE_MILLIS = 200;
    private static final Duration LEASE = Duration.ofMillis(LEASE_MILLIS);
    private static final Consistency LEASED = Consistency.leased(LEASE);

    private static RedisProcess redis;
    private static ConnectedClient client;
    private static SharedProcesses processes;

    @BeforeAll
    static void start() {
        redis = RedisProcess.started();
        client = Client.LETTUCE.to(redis.port(), TIMEOUT);
        processes = new SharedProcesses(3, List.of(redis.port()));
    }

    @AfterAll
    static void stop() {
        processes.close();
        client.close();
        redis.close();
    }

    private static SharedFilterBuilder<Long> builder(Consistency level) {
        return SharedFilter.over(client.servers(), SharedHistory.NAME, KeyEncoder.int64())
                .spec(BloomSpec.of(SharedBoard.KEYS, 0.01))
                .consistency(level);
    }

    private static SharedFilter<Long> created(SharedFilterBuilder<Long> builder) {
        return RedisProcess.retried(() -> {
            flush(); // what another history has left, or a creation that was cut short
            return builder.createEmpty();
        });
    }

    private static void flush() {
        try (Jedis direct = redis.direct()) {
            direct.flushAll();
        }
    }

    private static void restart() {
        redis.kill();
        redis.start();
    }

    private static void judge(SharedHistory history, long lookups) {
        history.awaitLookups(lookups);
        assertThat(history.board.get(Count.WRONG)).as("wrong no: %s", history).isZero();
        assertThat(history.board.get(Count.LOOKUPS)).isGreaterThanOrEqualTo(lookups);
        assertThat(history.board.get(Count.NO)).as("no: %s", history).isGreaterThan(1_000);
    }

    @Test
    void leased_whileEverythingFails_saysNoNeverWrongly() {
        everythingFails(LEASED, 0, LOOKUPS, 1);
    }

    @Test
    void confirmed_whileEverythingFails_saysNoNeverWrongly() {
        everythingFails(Consistency.confirmed(), 0, LOOKUPS, 1);
    }

    @Test
    void stale_whileEverythingFails_isNoOlderThanItsAge() {
        everythingFails(Consistency.stale(LEASE), LEASE.toNanos(), LOOKUPS, 1);
    }

    @Test
    @Tag("long")
    void leased_manyLookupsWhileEverythingFails_saysNoNeverWrongly() {
        everythingFails(LEASED, 0, MANY_LOOKUPS, MANY_ROUNDS);
    }

    @Test
    @Tag("long")
    void confirmed_manyLookupsWhileEverythingFails_saysNoNeverWrongly() {
        everythingFails(Consistency.confirmed(), 0, MANY_LOOKUPS, MANY_ROUNDS);
    }

    @Test
    @Tag("long")
    void stale_manyLookupsWhileEverythingFails_isNoOlderThanItsAge() {
        everythingFails(Consistency.stale(LEASE), LEASE.toNanos(), MANY_LOOKUPS, MANY_ROUNDS);
    }

    private static void everythingFails(Consistency level, long age, long lookups, int rounds) {
        try (SharedFilter<Long> own = created(builder(level));
                SharedHistory history = new SharedHistory(processes, age)) {
            for (int round = 0; round < rounds; round++) {
                history.awaitNoes(200);
                processes.stopFor(round % 3, 3 * LEASE_MILLIS);
                history.awaitAdds(50);
                processes.kill((round + 1) % 3);
                history.awaitNoes(200);

                try (Jedis direct = redis.direct()) { // with its data, but for what came after the save
                    direct.save();
                }
                history.awaitAdds(50);
                restart();
                awaitLoss(own);
                history.refill(own);
                history.awaitNoes(200);

                flush();
                awaitLoss(own);
                processes.stopFor((round + 2) % 3, 2 * LEASE_MILLIS);
                history.refill(own);
                history.awaitAdds(50);

                try (Jedis direct = redis.direct()) { // a chunk is evicted
                    for (String key : direct.keys("*bits*")) {
                        direct.del(key);
                    }
                }
                awaitLoss(own);
                history.refill(own);
                history.awaitAdds(50);
                history.awaitNoes(200);
            }
            judge(history, lookups);
        }
    }

    private static void awaitLoss(SharedFilter<Long> own) {
        RedisProcess.await("it is lost", () -> own.state() == SharedState.LOST);
    }

    @Test
    void leased_whileAServerLosesItsLastWrites_isMendedByTheProcesses() {
        try (SharedFilter<Long> own = created(builder(LEASED).serverLosesAtMost(Duration.ofSeconds(1)));
                SharedHistory history = new SharedHistory(processes, 0)) {
            history.awaitAdds(200);
            for (int i = 0; i < 2; i++) {
                try (Jedis direct = redis.direct()) {
                    direct.save();
                }
                processes.stopFor(i, LEASE_MILLIS);
                restart();
                RedisProcess.await("it is whole again", () -> own.state() == SharedState.CURRENT);
                history.awaitAdds(100);
                history.awaitNoes(200);
            }
            judge(history, LOOKUPS);
        }
    }

    /** That the judge notices: a filter that is up to two seconds behind is judged as one that is never. */
    @Test
    void stale_judgedAsLeased_isWrong() {
        try (SharedFilter<Long> own = created(builder(Consistency.stale(Duration.ofSeconds(2))));
                SharedHistory history = new SharedHistory(processes, 0)) {
            history.awaitNoes(200);
            RedisProcess.await("a wrong no", () -> {
                processes.stopFor(0, LEASE_MILLIS);
                return history.board.get(Count.WRONG) > 0;
            });
            assertThat(own.state()).isNotEqualTo(SharedState.CLOSED);
        }
    }
}
