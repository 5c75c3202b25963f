package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Seed;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

class SharedFilterTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final BloomSpec SPEC = BloomSpec.of(6_000, 0.01);

    private static RedisProcess redis;
    private static ConnectedClient client;

    @BeforeAll
    static void start() {
        redis = RedisProcess.started();
        client = Client.JEDIS.to(redis.port(), TIMEOUT);
    }

    @AfterAll
    static void stop() {
        client.close();
        redis.close();
    }

    @BeforeEach
    void flush() {
        try (Jedis direct = redis.direct()) {
            direct.flushAll();
        }
    }

    private static SharedFilterBuilder<Long> builder() {
        return over(client);
    }

    private static SharedFilterBuilder<Long> over(ConnectedClient client) {
        return SharedFilter.over(client.servers(), "seen", KeyEncoder.int64())
                .spec(SPEC)
                .consistency(Consistency.leased(Duration.ofMillis(300)));
    }

    /** A process that a busy machine lets wait for nearly a lease says UNKNOWN for a moment. */
    private static void awaitNo(SharedFilter<Long> filter, long key) {
        RedisProcess.await("it says no", () -> filter.ask(key) == SharedAnswer.NO);
    }

    private static void awaitCurrent(SharedFilter<Long> filter) {
        RedisProcess.await("it is current", () -> filter.state() == SharedState.CURRENT);
    }

    private static KeyScan<Long> keys(long from, long to) {
        return sink -> {
            LongStream.range(from, to).forEach(sink::accept);
            return to - from;
        };
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void add_byOneProcess_isKnownToAnother(Client kind) {
        try (ConnectedClient other = kind.to(redis.port(), TIMEOUT);
                SharedFilter<Long> first = builder().createEmpty();
                SharedFilter<Long> second = over(other).open()) {
            awaitNo(first, 7L);
            awaitNo(second, 7L);
            assertThat(first.add(7L)).isTrue();
            assertThat(second.ask(7L)).isEqualTo(SharedAnswer.MAYBE);
            assertThat(second.add(7L)).isFalse();
            assertThat(second.add(8L)).isTrue();
            assertThat(first.mightContain(8L)).isTrue();
            awaitNo(first, 9L);
        }
    }

    @Test
    void addAll_manyKeys_tellsHowManyWereNew() {
        try (SharedFilter<Long> filter = builder().createEmpty();
                SharedFilter<Long> other = builder().open()) {
            List<Long> some = LongStream.range(0, 5_000).boxed().toList();
            assertThat(filter.addAll(some)).isBetween(4_850L, 5_000L);
            assertThat(other.addAll(some)).isZero();
            assertThat(some).allMatch(other::mightContain);
            assertThat(other.info().currentFpp()).isBetween(0.0001, 0.01);
        }
    }

    @Test
    void claim_byManyAtOnce_isWonByOne() {
        try (SharedFilter<Long> first = builder().createEmpty();
                SharedFilter<Long> second = builder().open()) {
            for (long key = 0; key < 20; key++) {
                long claimed = key;
                List<CompletableFuture<Boolean>> tries = IntStream.range(0, 6)
                        .mapToObj(
                                i -> CompletableFuture.supplyAsync(() -> (i % 2 == 0 ? first : second).claim(claimed)))
                        .toList();
                assertThat(tries.stream().filter(CompletableFuture::join)).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void createFrom_source_fillsEveryShard(int shards) {
        try (SharedFilter<Long> filter = builder().shards(shards).createFrom(keys(0, 6_000));
                SharedFilter<Long> other = builder().open()) {
            awaitCurrent(filter);
            awaitCurrent(other);
            assertThat(LongStream.range(0, 6_000)).allMatch(other::mightContain);
            awaitNo(other, -1L);
            assertThat(LongStream.range(1_000_000, 1_010_000)
                            .filter(key -> other.ask(key) == SharedAnswer.MAYBE)
                            .count())
                    .isLessThan(300);
            other.add(20_000L);
            assertThat(filter.ask(20_000L)).isEqualTo(SharedAnswer.MAYBE);
        }
    }

    @Test
    void open_whileAnotherFills_answersUnknown() {
        CompletableFuture<SharedAnswer> during = new CompletableFuture<>();
        KeyScan<Long> slow = sink -> {
            try (SharedFilter<Long> other = builder().open()) {
                during.complete(other.ask(3L));
                assertThat(other.state()).isEqualTo(SharedState.FILLING);
                other.add(77L);
            }
            sink.accept(3L);
            return 1;
        };
        try (SharedFilter<Long> filter = builder().createFrom(slow)) {
            assertThat(during.join()).isEqualTo(SharedAnswer.UNKNOWN);
            assertThat(filter.ask(3L)).isEqualTo(SharedAnswer.MAYBE);
            assertThat(filter.ask(77L)).isEqualTo(SharedAnswer.MAYBE);
            awaitNo(filter, 4L);
        }
    }

    @Test
    void open_ofNone_isRefused() {
        assertThatThrownBy(() -> builder().open())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("there is no shared filter seen");
    }

    @Test
    void createEmpty_twice_isRefused() {
        try (SharedFilter<Long> filter = builder().createEmpty()) {
            assertThat(filter.add(1L)).isTrue();
            assertThatThrownBy(() -> builder().createEmpty())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("already");
            assertThat(filter.ask(1L)).isEqualTo(SharedAnswer.MAYBE);
        }
    }

    @Test
    void open_withAnotherSeedOrLevel_isRefused() {
        try (SharedFilter<Long> filter = builder().seed(Seed.of(5)).createEmpty()) {
            awaitCurrent(filter);
            assertThatThrownBy(() -> builder().open()).hasMessageContaining("not kept in Redis");
            assertThatThrownBy(() -> builder().seed(Seed.of(6)).open()).hasMessageContaining("another seed");
            assertThatThrownBy(() -> builder()
                            .seed(Seed.of(5))
                            .consistency(Consistency.confirmed())
                            .open())
                    .hasMessageContaining("all processes must have the same");
        }
    }

    @Test
    void confirmed_no_isAskedOfTheServer() {
        try (SharedFilter<Long> first =
                        builder().consistency(Consistency.confirmed()).createEmpty();
                SharedFilter<Long> second =
                        builder().consistency(Consistency.confirmed()).open()) {
            for (long key = 0; key < 200; key++) {
                assertThat(second.ask(key)).isNotEqualTo(SharedAnswer.UNKNOWN);
                boolean unused = first.add(key);
                assertThat(second.ask(key)).isEqualTo(SharedAnswer.MAYBE);
            }
        }
    }

    @Test
    void growing_moreKeysThanPlanned_keepsTheFpp() {
        try (SharedFilter<Long> first = builder().growing().createEmpty();
                SharedFilter<Long> second = builder().open()) {
            for (long from = 0; from < 36_000; from += 4_000) {
                List<Long> some = LongStream.range(from, from + 4_000).boxed().toList();
                long unused = first.addAll(some);
                assertThat(some).allMatch(second::mightContain);
            }
            RedisProcess.await("there are generations", () -> second.info().generations() >= 3);
            assertThat(LongStream.range(0, 36_000)).allMatch(second::mightContain);
            assertThat(first.add(5L)).isFalse();
            assertThat(first.claim(5L)).isFalse();
            assertThat(second.info().currentFpp()).isLessThan(0.02);
        }
    }

    @Test
    void window_afterItsTime_forgets() {
        try (SharedFilter<Long> first = builder()
                        .window(Duration.ofMillis(1_200), 3)
                        .clocksWithin(Duration.ZERO)
                        .createEmpty();
                SharedFilter<Long> second = builder().open()) {
            boolean unused = first.add(1L);
            long added = System.nanoTime();
            while (System.nanoTime() - added < 1_000_000_000L) {
                assertThat(second.ask(1L)).isEqualTo(SharedAnswer.MAYBE);
                RedisProcess.pause(20);
            }
            RedisProcess.await("it is forgotten", () -> second.ask(1L) == SharedAnswer.NO);
            boolean unusedToo = first.add(1L); // true, unless first is a moment behind
            assertThat(second.ask(1L)).isEqualTo(SharedAnswer.MAYBE);
        }
    }

    @Test
    void close_ofAFilter_endsAnswersAndAdds() {
        SharedFilter<Long> filter = builder().createEmpty();
        filter.close();
        assertThat(filter.ask(1L)).isEqualTo(SharedAnswer.UNKNOWN);
        assertThat(filter.state()).isEqualTo(SharedState.CLOSED);
        assertThatThrownBy(() -> filter.add(1L)).isInstanceOf(IllegalStateException.class);
    }
}
