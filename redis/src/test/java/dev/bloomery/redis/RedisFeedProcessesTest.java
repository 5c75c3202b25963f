package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.redis.FeedChild.Hearing;
import dev.bloomery.redis.FeedHistory.Result;
import dev.bloomery.redis.FeedHistory.Trouble;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/**
 * Three processes over one store, with feeds over another Redis, never say no to a key that is in the store.
 */
@Timeout(3_600)
class RedisFeedProcessesTest {

    private static final List<Trouble> EACH = List.of(
            history -> history.stopOne(0),
            history -> direct(history, Jedis::flushAll),
            history -> history.stopOne(1),
            FeedHistory::restartFeed, // without what it had
            history -> history.killOne(2),
            history -> direct(history, Jedis::save),
            history -> history.restartFeed(), // with what it had some time ago
            history -> history.stopOne(2),
            history -> direct(history, jedis -> jedis.del("{bloomery:k}:head")),
            history -> direct(history, jedis -> jedis.xtrim("{bloomery:k}:log", 1, false)),
            RedisFeedProcessesTest::freezeFeed);

    private interface Told {
        Object tell(Jedis jedis);
    }

    private static void direct(FeedHistory history, Told told) {
        try (Jedis jedis = history.feed.direct()) {
            Object unused = told.tell(jedis);
        }
    }

    private static void freezeFeed(FeedHistory history) {
        history.feed.freeze();
        RedisProcess.pause(500);
        history.feed.resume();
    }

    @Test
    void lookups_throughAllTroubles_neverNoWrongly() throws Exception {
        assertNeverWrong(200_000, EACH);
    }

    @Test
    @Tag("long")
    void lookups_throughAllTroublesForLong_neverNoWrongly() throws Exception {
        List<Trouble> often = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            often.addAll(EACH);
        }
        assertNeverWrong(10_000_000, often);
    }

    private static void assertNeverWrong(long lookups, List<Trouble> troubles) throws Exception {
        try (FeedHistory history = new FeedHistory(Hearing.FED)) {
            Result result = history.run(lookups, troubles);
            assertThat(result.wrong()).isEmpty();
            assertThat(result.asked()).isGreaterThanOrEqualTo(lookups);
            assertThat(result.inserted()).isGreaterThan(100);
            assertThat(result.alone())
                    .as("answered by filters alone, of %s", result)
                    .isPositive();
        }
    }

    @Test
    void lookups_withoutFeed_areWrong() throws Exception {
        try (FeedHistory history = new FeedHistory(Hearing.DEAF)) {
            List<String> wrong = List.of();
            for (int round = 0; wrong.isEmpty() && round < 20; round++) { // until some keys were inserted and asked for
                wrong = history.run((round + 1) * 20_000L, List.of()).wrong();
            }
            assertThat(wrong).isNotEmpty();
        }
    }

    @Test
    void lookups_leaseIgnoredByOneThatWasStopped_areWrong() throws Exception {
        try (FeedHistory history = new FeedHistory(Hearing.TRUSTING)) {
            List<String> wrong = List.of();
            for (int round = 0; wrong.isEmpty() && round < 20; round++) { // which of its threads comes first is chance
                wrong = history.run(0, List.of(each -> each.stopOne(0), each -> each.stopOne(1)))
                        .wrong();
            }
            assertThat(wrong).isNotEmpty();
        }
    }
}
