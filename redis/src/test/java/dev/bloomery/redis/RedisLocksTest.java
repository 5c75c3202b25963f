package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.gate.store.StoreLocks.Session;
import dev.bloomery.redis.internal.locks.RedisLocks;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisClusterCRC16;

/** What locks in Redis have to themselves, beside the contract of all. */
@Timeout(120)
class RedisLocksTest {
    private static final String PREFIX = "user:";
    private static final long LEASE_MILLIS = 2_000;
    /** Nothing here takes so long. */
    private static final long LONG_LEASE_MILLIS = 120_000;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private RedisProcess server;
    private RedisClient jedis;

    @BeforeEach
    void start() {
        server = opened(RedisProcess.started("--appendonly", "yes", "--appendfsync", "always"));
        jedis = opened(Clients.to(server.port(), Duration.ofSeconds(10)));
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable what : opened) {
            what.close();
        }
    }

    private <T extends AutoCloseable> T opened(T what) {
        opened.add(0, what);
        return what;
    }

    private StoreLocks locks() {
        return LocksChild.locks(JedisServers.of(jedis), PREFIX, LEASE_MILLIS);
    }

    private Session open() {
        return opened(locks().open());
    }

    // the name

    @ParameterizedTest
    @ValueSource(
            strings = {"", "user:", "b", "bloomery:", "bloomery:locks:", "{user}:", "a{b}c{d}", "{}x", "\uD83D\uDE00"})
    void nameFor_anyPrefix_isNoKeyAndInItsSlot(String prefix) {
        byte[] name = RedisLocks.nameFor(prefix.getBytes(StandardCharsets.UTF_8));
        assertThat(new String(name, StandardCharsets.UTF_8).startsWith(prefix) && new TextNames().keyOf(name) != null)
                .as("taken for a key")
                .isFalse();
        if (prefix.matches(".*\\{[^}]+}.*")) {
            assertThat(JedisClusterCRC16.getSlot(name)).isEqualTo(JedisClusterCRC16.getSlot(prefix));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "user:", "bloomery:"})
    void scan_storeWithLocks_findsNoKey(String prefix) {
        RedisKeyStore<String> store = RedisKeyStore.over(JedisServers.of(jedis), prefix, KeyNames.utf8())
                .open();
        Session session = opened(store.locks().orElseThrow().open());
        assertThat(session.tryLock(1)).isTrue();
        assertThat(session.raiseEpoch(1)).isPresent();
        List<String> found = new ArrayList<>();
        assertThat(store.scan(found::add)).isZero();
        assertThat(found).isEmpty();
    }

    @Test
    void nameFor_prefixes_areDifferent() {
        assertThat(RedisLocks.nameFor("a".getBytes(StandardCharsets.UTF_8)))
                .isNotEqualTo(RedisLocks.nameFor("b".getBytes(StandardCharsets.UTF_8)));
    }

    // the pool

    @Test
    void open_anyPool_takesNoConnectionOfIt() {
        RedisKeyStore<String> store = RedisKeyStore.over(JedisServers.of(jedis), PREFIX, KeyNames.utf8())
                .open();
        int before = jedis.getPool().getNumIdle();
        Session session = opened(store.locks().orElseThrow().open());
        assertThat(session.tryLock(1)).isTrue();
        assertThat(jedis.getPool().getNumActive()).isZero();
        assertThat(jedis.getPool().getNumIdle()).isEqualTo(before);
    }

    // loss

    @Test
    void session_silentNetwork_throwsAndClosesSoon() throws Exception {
        LoopbackProxy proxy = opened(LoopbackProxy.to(server.port()));
        RedisClient through = opened(Clients.to(proxy.port(), Duration.ofSeconds(30)));
        Session session = opened(RedisKeyStore.over(JedisServers.of(through), PREFIX, KeyNames.utf8())
                .open()
                .locks()
                .orElseThrow()
                .open());
        assertThat(session.tryLock(1)).isTrue();
        proxy.silence();
        long begun = System.nanoTime();
        assertThatThrownBy(session::lockedByOthers).isInstanceOf(StoreException.class);
        session.close();
        assertThat(System.nanoTime() - begun)
                .as("600 ms, and a margin for a busy machine")
                .isLessThan(3_000_000_000L);
    }

    @Test
    void session_hashIsFlushed_makesItAgain() {
        StoreLocks locks = LocksChild.locks(JedisServers.of(jedis), PREFIX, LEASE_MILLIS, LONG_LEASE_MILLIS);
        Session session = opened(locks.open());
        Session other = opened(locks.open());
        assertThat(session.tryLock(1)).isTrue();
        assertThat(session.tryLock(5)).isTrue();
        assertThat(session.raiseEpoch(5)).contains(new Epoch(0, 0, false));
        assertThat(session.lockedByOthers()).isZero();
        jedis.flushAll();
        assertThat(session.lockedByOthers()).isZero();
        assertThat(other.lockedByOthers()).isEqualTo(1 << 1 | 1 << 5);
        assertThat(other.tryLock(5)).isFalse();
        assertThat(other.raiseEpoch(6)).contains(new Epoch(1, 5, false));
    }

    @Test
    void session_hashIsFlushedAndOtherWasFirst_isLost() {
        Session session = open();
        Session other = open();
        assertThat(session.tryLock(1)).isTrue();
        assertThat(session.raiseEpoch(5)).isPresent();
        jedis.flushAll();
        assertThat(other.tryLock(2)).isTrue();
        assertThat(other.raiseEpoch(6))
                .as("nobody knows of the gate that has not ended, so none may rely on that")
                .contains(new Epoch(0, 0, false));
        assertThatThrownBy(session::lockedByOthers)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("flushed, evicted");
        assertThatThrownBy(() -> session.tryLock(2)).isInstanceOf(StoreException.class);
    }

    /** Others may have come, written and gone: of that the hash would have told. */
    @Test
    void session_hashIsFlushedLongAfterTheLook_isLost() throws Exception {
        Session session = open();
        assertThat(session.tryLock(1)).isTrue();
        assertThat(session.lockedByOthers()).isZero();
        jedis.flushAll();
        Thread.sleep(1_100); // as if the process were stopped
        assertThatThrownBy(session::lockedByOthers).isInstanceOf(StoreException.class);
    }

    /** The hash is in the file of the server, and the sessions are not. */
    @Test
    void tryLock_serverWasStartedAgain_isFreeAfterTheLease() throws Exception {
        Session before = open();
        assertThat(before.tryLock(1)).isTrue();
        assertThat(before.raiseEpoch(5)).isPresent();
        server.kill();
        server.start();
        assertThatThrownBy(before::lockedByOthers).isInstanceOf(StoreException.class);
        Session after = open();
        RedisProcess.await("the lock is free", () -> after.lockedByOthers() == 0);
        assertThat(after.tryLock(1)).isTrue();
        assertThat(after.raiseEpoch(6)).contains(new Epoch(1, 5, false));
    }

    /** Its beat is of the other run of the server, and its connection as well, which may have the number of a new one. */
    @Test
    void lockedByOthers_beatOfOtherRun_countsByItsAge() {
        Session session = opened(LocksChild.locks(JedisServers.of(jedis), PREFIX, LONG_LEASE_MILLIS)
                .open());
        long now = System.currentTimeMillis();
        byte[] name = RedisLocks.nameFor(PREFIX.getBytes(StandardCharsets.UTF_8));
        String key = new String(name, StandardCharsets.UTF_8);
        jedis.hset(key, "l3", "other");
        jedis.hset(key, "sother", "1 otherrun " + (now + 3_600_000));
        assertThat(session.lockedByOthers()).as("an hour ahead: another clock").isZero();
        jedis.hset(key, "l3", "other");
        jedis.hset(key, "sother", "1 otherrun " + now);
        assertThat(session.lockedByOthers()).isEqualTo(1 << 3);
        jedis.hset(key, "sother", "1 otherrun " + (now - 3_600_000));
        assertThat(session.lockedByOthers()).isZero();
        assertThat(jedis.hgetAll(key)).as("what was left is cleared away").isEmpty();
    }

    @Test
    void open_sessionWasLostAndServerDidNotNotice_endsIt() throws Exception {
        LoopbackProxy proxy = opened(LoopbackProxy.to(server.port()));
        RedisClient through = opened(Clients.to(proxy.port(), Duration.ofSeconds(30)));
        StoreLocks locks = LocksChild.locks(JedisServers.of(through), PREFIX, LONG_LEASE_MILLIS);
        Session lost = opened(locks.open());
        assertThat(lost.tryLock(1)).isTrue();
        try (Jedis direct = server.direct()) {
            String key = "bloomery:locks:" + PREFIX;
            String field = jedis.hkeys(key).stream()
                    .filter(name -> name.startsWith("s"))
                    .findFirst()
                    .orElseThrow();
            String[] beat = jedis.hget(key, field).split(" ", -1);
            jedis.hset(key, field, direct.clientId() + " " + beat[1] + " " + beat[2]); // which is open
            proxy.cut();
            assertThatThrownBy(lost::lockedByOthers).isInstanceOf(StoreException.class);
            lost.close();
            assertThat(open().tryLock(1))
                    .as("the server believes that it is there")
                    .isFalse();
            assertThat(opened(locks.open()).tryLock(1)).isTrue();
        }
    }

    // rights

    @Test
    void lockedByOthers_userMayNotListClients_beatsCountByTheirAge() {
        try (Jedis direct = server.direct()) {
            direct.aclSetUser("default", "-client|list");
        }
        StoreLocks locks = LocksChild.locks(JedisServers.of(jedis), PREFIX, LONG_LEASE_MILLIS);
        Session session = opened(locks.open());
        Session other = opened(locks.open());
        assertThat(other.tryLock(3)).isTrue();
        String key = "bloomery:locks:" + PREFIX;
        String field = jedis.hkeys(key).stream()
                .filter(name -> name.startsWith("s"))
                .findFirst()
                .orElseThrow();
        String[] beat = jedis.hget(key, field).split(" ", -1);
        assertThat(session.lockedByOthers()).isEqualTo(1 << 3);
        jedis.hset(key, field, beat[0] + " " + beat[1] + " " + (Long.parseLong(beat[2]) - 3_600_000));
        assertThat(session.lockedByOthers())
                .as("its connection is open, but nobody says so")
                .isZero();
        assertThat(session.tryLock(3)).isTrue();
        assertThatThrownBy(other::lockedByOthers)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("after the lease");
    }

    @Test
    void open_userWithoutTheName_saysWhatToAllow() {
        try (Jedis direct = server.direct()) {
            direct.aclSetUser("narrow", "on", ">secret", "~" + PREFIX + "*", "+@all");
        }
        RedisClient narrow = opened(RedisClient.builder()
                .hostAndPort(new HostAndPort("127.0.0.1", server.port()))
                .clientConfig(DefaultJedisClientConfig.builder()
                        .user("narrow")
                        .password("secret")
                        .build())
                .build());
        assertThatThrownBy(() -> LocksChild.locks(JedisServers.of(narrow), PREFIX, LEASE_MILLIS)
                        .open())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("bloomery:locks:user:");
        try (Jedis direct = server.direct()) {
            direct.aclSetUser("narrow", "~bloomery:locks:" + PREFIX + "*");
        }
        assertThat(opened(LocksChild.locks(JedisServers.of(narrow), PREFIX, LEASE_MILLIS)
                                .open())
                        .tryLock(1))
                .isTrue();
    }
}
