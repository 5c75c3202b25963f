package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.Filters;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Keys that expire, behind a filter that forgets. */
class ExpiryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SKEW = Duration.ofSeconds(5);
    /** A key may be in the store so long after the filter got it. */
    private static final Duration WINDOW = MINUTE.plus(SKEW).plusSeconds(5);

    private static RedisProcess server;
    private static RedisClient jedis;
    private final MovedClock filterClock = new MovedClock();

    @BeforeAll
    static void start() {
        server = RedisProcess.started();
        jedis = Clients.to(server.port(), Duration.ofSeconds(10));
    }

    @AfterAll
    static void stop() {
        jedis.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        jedis.flushAll();
    }

    private static RedisKeyStore<Long> storeOf(Duration timeToLive) {
        return RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                .expireAfter(timeToLive, SKEW)
                .open();
    }

    private static Gate<Long> gateOf(
            RedisKeyStore<Long> store, InstantSource clock, Duration timeToLive, Duration longestWrite, Duration skew) {
        Duration window = timeToLive.plus(longestWrite).plus(skew);
        return Gate.over(
                        store,
                        () -> Filters.windowed(KeyEncoder.int64())
                                .window(window, 10_000)
                                .targetFpp(0.001)
                                .clock(clock)
                                .build())
                .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // whose first gate would wait
                .keysExpire(timeToLive, longestWrite, skew)
                .openWarm(keys -> {});
    }

    private Gate<Long> gateOf(RedisKeyStore<Long> store) {
        return gateOf(store, filterClock, MINUTE, Duration.ofSeconds(5), SKEW);
    }

    @Test
    void addIfAbsent_timePasses_keyIsGone() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (Gate<Long> gate = gateOf(store)) {
            assertThat(store.addIfAbsent(gate, 1L, Duration.ofMillis(30))).isTrue();
            assertThat(gate.addIfAbsent(2L)).isTrue();
            RedisProcess.await("the key expires", () -> !jedis.exists("k:1"));
            assertThat(gate.contains(1L)).isFalse();
            assertThat(gate.contains(2L)).isTrue();
            assertThat(store.prolong(gate, 1L, MINUTE)).isFalse();
            assertThat(gate.addIfAbsent(1L)).isTrue();
            assertThat(jedis.pttl("k:1")).isBetween(1L, MINUTE.toMillis());
        }
    }

    @Test
    void prolong_throughTheGate_filterRemembersAsLong() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (Gate<Long> gate = gateOf(store)) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            for (int i = 0; i < 10; i++) {
                filterClock.move(MINUTE.minusSeconds(1));
                assertThat(store.prolong(gate, 1L, MINUTE)).isTrue();
                assertThat(gate.contains(1L)).isTrue();
            }
            filterClock.move(WINDOW.multipliedBy(2));
            assertThat(gate.contains(1L)).as("forgotten at last").isFalse();
        }
    }

    private ExpiringGate<Long> expiringGateOf(RedisKeyStore<Long> store) {
        return ExpiringGate.over(
                        store,
                        () -> Filters.windowed(KeyEncoder.int64())
                                .window(WINDOW, 10_000)
                                .targetFpp(0.001)
                                .clock(filterClock)
                                .build())
                .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // whose first gate would wait
                .keysExpire(MINUTE, Duration.ofSeconds(5), SKEW)
                .openWarm(keys -> {});
    }

    @Test
    void addOrProlong_newThenThere_insertsThenProlongsStoreAndFilter() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (ExpiringGate<Long> gate = expiringGateOf(store)) {
            assertThat(gate.addOrProlong(1L)).isTrue();
            for (int i = 0; i < 10; i++) {
                filterClock.move(MINUTE.minusSeconds(1));
                assertThat(jedis.pexpire("k:1", 30_000)).isEqualTo(1); // as if half of its life were over
                assertThat(gate.addOrProlong(1L)).as("it was there").isFalse();
                assertThat(jedis.pttl("k:1")).isBetween(40_000L, MINUTE.toMillis());
                assertThat(gate.contains(1L)).isTrue();
            }
            jedis.del("k:1");
            assertThat(gate.addOrProlong(1L)).as("it was gone").isTrue();
            assertThat(gate.contains(1L)).isTrue();
        }
    }

    /** Control: the store alone is prolonged. */
    @Test
    void insertOrProlong_pastTheGate_gateSaysWronglyNo() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (ExpiringGate<Long> gate = expiringGateOf(store)) {
            assertThat(gate.addOrProlong(1L)).isTrue();
            filterClock.move(WINDOW.multipliedBy(2));
            assertThat(store.insertOrProlong(1L)).isFalse();
            assertThat(gate.contains(1L)).isFalse();
            assertThat(store.contains(1L)).isTrue();
        }
    }

    @Test
    void insertOrProlong_storeOfKeysThatStay_inserts() {
        RedisKeyStore<Long> store = RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                .open();
        assertThat(store.insertOrProlong(1L)).isTrue();
        assertThat(store.insertOrProlong(1L)).isFalse();
        assertThat(jedis.pttl("k:1")).as("it stays").isEqualTo(-1);
    }

    /** Control: prolonged past the gate, the key outlives the memory of the filter. */
    @Test
    void prolong_withoutAddingFirst_gateSaysWronglyNo() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (Gate<Long> gate = gateOf(store)) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            filterClock.move(MINUTE.minusSeconds(1));
            assertThat(store.prolongUntil(1L, System.currentTimeMillis() + MINUTE.toMillis()))
                    .isTrue();
            filterClock.move(MINUTE.minusSeconds(1));
            assertThat(store.contains(1L)).isTrue();
            assertThat(gate.contains(1L)).isFalse();
        }
    }

    @Test
    void contains_filterClockIsMovedBack_isRight() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (Gate<Long> gate = gateOf(store)) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            filterClock.move(Duration.ofDays(-1));
            assertThat(gate.addIfAbsent(2L)).isTrue();
            assertThat(gate.contains(1L)).isTrue();
            filterClock.move(Duration.ofDays(1));
            assertThat(gate.contains(1L)).isTrue();
            assertThat(gate.contains(2L)).isTrue();
        }
    }

    @Test
    void rebuild_besideExpiry_keepsWhatIsThere() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (Gate<Long> gate = gateOf(store)) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            filterClock.move(MINUTE.minusSeconds(1));
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            filterClock.move(MINUTE.minusSeconds(1));
            assertThat(gate.contains(1L)).isTrue();
        }
    }

    /** The server is given the moment of the end: executed late, the key does not live longer. */
    @Test
    void insert_executedLate_livesNoLonger() throws Exception {
        Duration timeToLive = Duration.ofMillis(200);
        try (RedisClient impatient = Clients.to(server.port(), Duration.ofMillis(150));
                RedisClient another = Clients.to(server.port(), Duration.ofMillis(150))) {
            assertThat(another.ping()).isEqualTo("PONG"); // a connection for the control: a frozen server takes none
            RedisKeyStore<Long> store = RedisKeyStore.over(JedisServers.of(impatient), "k:", KeyNames.int64())
                    .expireAfter(timeToLive, SKEW)
                    .open();
            server.freeze();
            try {
                assertThatThrownBy(() -> store.insert(1L))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                problem -> assertThat(problem.outcome()).isEqualTo(Outcome.UNKNOWN));
                // control: with a time to live instead of a moment
                SetParams relative = SetParams.setParams().nx().px(MINUTE.toMillis());
                assertThatThrownBy(() -> another.set("k:2", "", relative)).isInstanceOf(RuntimeException.class);
                TimeUnit.MILLISECONDS.sleep(timeToLive.toMillis());
            } finally {
                server.resume();
            }
        }
        RedisProcess.await("the server does what it was told", () -> jedis.exists("k:2"));
        assertThat(jedis.exists("k:1")).isFalse();
    }

    @Test
    void open_clockOfTheServerIsFarOff_isRefused() {
        for (Duration off : List.of(MINUTE, MINUTE.negated())) {
            var settings = RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                    .expireAfter(MINUTE, SKEW, () -> System.currentTimeMillis() + off.toMillis());
            assertThatThrownBy(settings::open)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("clock");
        }
    }

    @Test
    void scan_clockIsMovedMeanwhile_isRefused() {
        long[] off = {0};
        RedisKeyStore<Long> store = RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                .expireAfter(MINUTE, SKEW, () -> System.currentTimeMillis() + off[0])
                .open();
        assertThat(store.scan(key -> {})).isZero();
        off[0] = -MINUTE.toMillis();
        assertThatThrownBy(() -> store.scan(key -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("clock");
    }

    @Test
    void scan_keyThatStaysTooLong_isRefused() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        jedis.set("k:1", "");
        assertThatThrownBy(() -> store.scan(key -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("never expires");
        jedis.expire("k:1", 3_600);
        assertThatThrownBy(() -> store.scan(key -> {})).isInstanceOf(StoreException.class);
        jedis.expire("k:1", 60);
        assertThat(store.scan(key -> {})).isEqualTo(1);
    }

    @Test
    void timeToLive_longerThanTheStoreWasOpenedFor_isRefused() {
        RedisKeyStore<Long> store = storeOf(MINUTE);
        try (Gate<Long> gate = gateOf(store)) {
            assertThatThrownBy(() -> store.addIfAbsent(gate, 1L, MINUTE.plusMillis(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most");
            assertThatThrownBy(() -> store.prolong(gate, 1L, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Real time in small pieces: keys come, are prolonged, expire and are deleted, beside rebuilds. */
    @Test
    void lookups_whileKeysExpireAndAreProlonged_noWrongNo() throws Exception {
        Duration timeToLive = Duration.ofMillis(200);
        RedisKeyStore<Long> store = RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                .expireAfter(timeToLive, Duration.ofMillis(500))
                .open();
        LongAdder wrong = new LongAdder();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        // the clocks are one, so no skew; a thread may wait for a core between the filter and the clock
        try (Gate<Long> gate =
                gateOf(store, InstantSource.system(), timeToLive, Duration.ofMillis(600), Duration.ZERO)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                SplittableRandom random = Seeds.random("expiry " + i);
                int owner = i;
                all.add(threads.submit(() -> {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2_500);
                    while (System.nanoTime() < end) {
                        act(gate, store, owner + 4L * random.nextInt(5), timeToLive, random, false, wrong);
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            assertThat(gate.statistics().problems())
                    .as("writes taken for foreign ones")
                    .isEmpty();
        } finally {
            threads.shutdown();
        }
        assertThat(wrong.sum()).as("wrong answers, %s", Seeds.describe()).isZero();
    }

    /**
     * Control: prolonged without the gate. The store has the keys for an hour, and the clock of the filter goes by steps, so that it does not matter how fast the
     * machine is: in a hundred steps the filter has forgotten what nobody reminded it of.
     */
    @Test
    void lookups_whileKeysAreProlongedPastTheGate_wrongNosAreSeen() {
        Duration timeToLive = Duration.ofHours(1);
        RedisKeyStore<Long> store = storeOf(timeToLive);
        LongAdder wrong = new LongAdder();
        SplittableRandom random = Seeds.random("prolonged past the gate");
        try (Gate<Long> gate = gateOf(store, filterClock, timeToLive, Duration.ofSeconds(5), SKEW)) {
            for (int step = 0; step < 1_000; step++) {
                act(gate, store, random.nextInt(5), timeToLive, random, true, wrong);
                filterClock.move(timeToLive.dividedBy(50));
            }
        }
        assertThat(wrong.sum()).as("wrong answers, %s", Seeds.describe()).isPositive();
    }

    /** A key is written by one thread alone, so one that is there before and after was there between. */
    private static void act(
            Gate<Long> gate,
            RedisKeyStore<Long> store,
            long key,
            Duration longest,
            SplittableRandom random,
            boolean pastTheGate,
            LongAdder wrong) {
        long half = longest.toMillis() / 2;
        Duration timeToLive = Duration.ofMillis(half + random.nextLong(half + 1));
        int kind = random.nextInt(200);
        if (kind < 10) {
            // an insert of a key that is there would remind the filter of it, too
            boolean unused = store.contains(key) || store.addIfAbsent(gate, key, timeToLive);
        } else if (kind < 40) {
            boolean unused = pastTheGate
                    ? store.prolongUntil(key, System.currentTimeMillis() + timeToLive.toMillis())
                    : store.prolong(gate, key, timeToLive);
        } else if (kind < 41 && !pastTheGate) {
            boolean unused = gate.remove(key);
        } else if (kind < 42 && !pastTheGate) {
            assertThat(gate.rebuild().keys()).isNotNegative();
        } else {
            boolean before = store.contains(key);
            boolean answer = gate.contains(key);
            boolean after = store.contains(key);
            if (before == after && answer != before) {
                wrong.increment();
            }
        }
    }
}
