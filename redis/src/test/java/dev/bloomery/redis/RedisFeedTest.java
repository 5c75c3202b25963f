package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/**
 * Gates with feeds, each over a client of its own, in one process; {@link RedisFeedProcessesTest} has
 * several.
 */
class RedisFeedTest {
    private static final String HEAD = "{bloomery:users}:head";
    private static RedisProcess server;

    private final MemoryStore store = new MemoryStore();

    @BeforeAll
    static void start() {
        server = RedisProcess.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        try (Jedis direct = server.direct()) {
            direct.flushAll();
        }
    }

    private static ConnectedClient connect(Client client) {
        return client.to(server.port(), Duration.ofSeconds(5));
    }

    private FedGate fed(Client client) {
        return new FedGate(connect(client), store);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void lookups_ofWhatOthersInserted_areYes(Client client) {
        try (FedGate one = fed(client);
                FedGate other = fed(client)) {
            for (long key = 0; key < 300; key += 2) {
                assertThat(one.gate.addIfAbsent(key)).isTrue();
                assertThat(other.gate.contains(key)).isTrue();
                assertThat(other.gate.addIfAbsent(key)).isFalse();
                assertThat(other.gate.addIfAbsent(key + 1)).isTrue();
                assertThat(one.gate.contains(key + 1)).isTrue();
            }
            one.awaitAlone();
            other.awaitAlone();
        }
    }

    @Test
    void lookups_logIsFlushed_areRightAndSoonByTheFilterAgain() {
        try (FedGate one = fed(Client.JEDIS);
                FedGate other = fed(Client.LETTUCE)) {
            for (int round = 0; round < 3; round++) {
                long key = 10L * round;
                assertThat(one.gate.addIfAbsent(key)).isTrue();
                try (Jedis direct = server.direct()) {
                    direct.flushAll();
                }
                assertThat(one.gate.addIfAbsent(key + 1)).isTrue();
                assertThat(other.gate.contains(key + 1)).isTrue();
                assertThat(other.gate.contains(key)).isTrue();
                one.awaitAlone();
                other.awaitAlone();
                assertThat(other.gate.contains(key + 1)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void everything_redisIsKilledAndComesBackEmpty_recovers(Client client) {
        try (RedisProcess own = RedisProcess.started();
                FedGate one = new FedGate(client.to(own.port(), Duration.ofSeconds(1)), store);
                FedGate other = new FedGate(client.to(own.port(), Duration.ofSeconds(1)), store)) {
            assertThat(one.gate.addIfAbsent(1L)).isTrue();
            own.kill();
            assertThatThrownBy(() -> one.gate.addIfAbsent(2L))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
            assertThat(store.contains(2L)).isFalse();
            assertThat(one.gate.contains(1L)).isTrue();
            assertThat(other.gate.contains(1L)).isTrue();
            assertThat(other.gate.contains(2L)).isFalse();
            own.start();
            RedisProcess.await("a key can be inserted", () -> inserts(one, 3));
            assertThat(other.gate.contains(3L)).isTrue();
            one.awaitAlone();
            other.awaitAlone();
            assertThat(LongStream.range(1, 4).filter(other.gate::contains)).containsExactly(1L, 3L);
        }
    }

    private static boolean inserts(FedGate one, long key) {
        try {
            return one.gate.addIfAbsent(key);
        } catch (StoreException notYet) {
            return false;
        }
    }

    @Test
    void insert_ofPresentKey_announcesNothing() {
        try (FedGate one = fed(Client.JEDIS);
                Jedis direct = server.direct()) {
            assertThat(one.feed.store().insert(7L)).isTrue();
            String seq = direct.hget(HEAD, "seq");
            assertThat(one.feed.store().insert(7L)).isFalse();
            assertThat(direct.hget(HEAD, "seq")).isEqualTo(seq);
        }
    }

    @Test
    void announce_beforeTransactionOfCaller_othersHaveTheKeys() {
        try (FedGate one = fed(Client.JEDIS);
                FedGate other = fed(Client.LETTUCE)) {
            List<Long> keys = LongStream.range(0, 1_000).boxed().toList();
            try (WriteTicket<Long> ticket = one.gate.beginWrite()) {
                keys.forEach(ticket::adding);
                one.feed.announce(keys);
                keys.forEach(store::insert);
                ticket.committed();
            }
            assertThat(keys).allMatch(other.gate::contains).allMatch(one.gate::contains);
        }
    }

    @Test
    void insert_rosterHasNodeThatIsGone_waitsOnceAndRetiresIt() {
        try (FedGate one = fed(Client.JEDIS);
                Jedis direct = server.direct()) {
            direct.hset(HEAD, "n:gone", "1 1");
            assertThat(one.gate.addIfAbsent(1L)).isTrue();
            RedisProcess.await("the node is retired", () -> {
                one.gate.addIfAbsent(direct.hlen(HEAD) + System.nanoTime());
                return !direct.hexists(HEAD, "n:gone");
            });
        }
    }

    @Test
    void close_always_leavesTheRoster() {
        try (Jedis direct = server.direct()) {
            try (FedGate one = fed(Client.JEDIS)) {
                assertThat(one.gate.addIfAbsent(1L)).isTrue();
                assertThat(nodes(direct)).isEqualTo(1);
            }
            assertThat(nodes(direct)).isZero();
        }
    }

    private static long nodes(Jedis direct) {
        return direct.hkeys(HEAD).stream()
                .filter(field -> field.startsWith("n:"))
                .count();
    }

    @Test
    void insert_wholeLease_takesTheLease() {
        try (FedGate one = new FedGate(connect(Client.JEDIS), store, RedisFeedBuilder::wholeLease)) {
            long begun = System.nanoTime();
            assertThat(one.gate.addIfAbsent(1L)).isTrue();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(FedGate.LEASE.toNanos() / 10 * 11);
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void insert_replicasAreAskedFor_failsWithoutThem(Client client) {
        try (RedisProcess primary = RedisProcess.started("--repl-diskless-sync-delay", "0");
                RedisProcess replica = RedisProcess.started();
                Jedis direct = replica.direct();
                Jedis directPrimary = primary.direct()) {
            direct.replicaof("127.0.0.1", primary.port());
            RedisProcess.await(
                    "the replica follows", () -> direct.info("replication").contains("master_link_status:up"));
            RedisProcess.await("the replica acknowledges writes", () -> {
                directPrimary.set("written", "now");
                return directPrimary.waitReplicas(1, 1_000) == 1;
            });
            try (FedGate one = new FedGate(
                    client.to(primary.port(), Duration.ofSeconds(5)), store, settings -> settings.replicas(1))) {
                RedisProcess.await("a key can be inserted", () -> inserts(one, 1));
                replica.kill();
                assertThatThrownBy(() -> one.gate.addIfAbsent(2L))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
                assertThat(one.gate.contains(2L)).isFalse();
                assertThat(one.gate.contains(1L)).isTrue();
            }
        }
    }

    @Test
    void open_otherLease_isRefused() {
        try (FedGate one = fed(Client.JEDIS);
                ConnectedClient other = connect(Client.JEDIS)) {
            assertThat(one.gate.addIfAbsent(1L)).isTrue();
            RedisFeedBuilder<Long> settings = RedisFeed.of(store, other.servers(), "users", KeyNames.int64())
                    .lease(Duration.ofMillis(300));
            assertThatThrownBy(settings::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("300 ms")
                    .hasMessageContaining("200 ms");
        }
    }

    @Test
    void open_otherLongestWrite_isRefused() {
        try (FedGate one = fed(Client.JEDIS);
                ConnectedClient other = connect(Client.JEDIS)) {
            assertThat(one.gate.addIfAbsent(1L)).isTrue();
            RedisFeedBuilder<Long> settings = RedisFeed.of(store, other.servers(), "users", KeyNames.int64())
                    .lease(FedGate.LEASE)
                    .longestWrite(Duration.ofSeconds(7));
            assertThatThrownBy(settings::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("7000 ms")
                    .hasMessageContaining("300 ms");
        }
    }

    @Test
    void open_nameOfSomethingElse_isRefused() {
        try (Jedis direct = server.direct();
                ConnectedClient other = connect(Client.JEDIS)) {
            direct.hset(HEAD, "format", "1");
            direct.hset(HEAD, "kind", "shared");
            direct.xadd("{bloomery:users}:log", redis.clients.jedis.StreamEntryID.NEW_ENTRY, java.util.Map.of("p", ""));
            RedisFeedBuilder<Long> settings = RedisFeed.of(store, other.servers(), "users", KeyNames.int64());
            assertThatThrownBy(settings::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another name");
        }
    }

    @Test
    void open_serverThatEvictsAnyKey_isRefused() {
        try (RedisProcess evicting = RedisProcess.started("--maxmemory", "10mb", "--maxmemory-policy", "allkeys-lru");
                ConnectedClient other = Client.JEDIS.to(evicting.port(), Duration.ofSeconds(5))) {
            RedisFeedBuilder<Long> settings = RedisFeed.of(store, other.servers(), "users", KeyNames.int64());
            assertThatThrownBy(settings::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("allkeys-lru")
                    .hasMessageContaining("noeviction");
        }
    }

    @Test
    void subscribe_secondGate_isRefused() {
        try (FedGate one = fed(Client.JEDIS)) {
            assertThatThrownBy(() -> one.feed
                            .gate(dev.bloomery.key.KeyEncoder.int64(), dev.bloomery.spec.BloomSpec.of(10, 0.1))
                            .openWarm(keys -> {}))
                    .hasStackTraceContaining("has this feed already");
        }
    }
}
