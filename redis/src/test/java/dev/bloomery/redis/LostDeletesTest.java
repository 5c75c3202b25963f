package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** A server that starts again from an old file has keys again that were deleted. */
class LostDeletesTest {
    private final RedisProcess server = RedisProcess.started();
    private final RedisClient jedis = Clients.to(server.port(), Duration.ofSeconds(10));
    private final RedisKeyStore<Long> store =
            RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64()).open();
    private ServerWatch watch;
    private Gate<Long> gate;

    @BeforeEach
    void open() {
        watch = ServerWatch.of(store);
        gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.001))
                .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // a guard notices the restart as well
                .openWarm(keys -> {});
    }

    @AfterEach
    void close() {
        gate.close();
        jedis.close();
        server.close();
    }

    private void deleteAndForget() {
        assertThat(gate.addIfAbsent(1L)).isTrue();
        try (Jedis direct = server.direct()) {
            direct.save();
        }
        assertThat(gate.remove(1L)).isTrue();
        server.kill();
        server.start();
        jedis.getPool().clear();
        assertThat(store.contains(1L)).isTrue();
    }

    @Test
    void hasChanged_serverStartedAgain_letsTheGateAskTheStore() {
        assertThat(watch.hasChanged()).isFalse();
        deleteAndForget();
        assertThat(watch.hasChanged()).isTrue();
        gate.markIncomplete();
        assertThat(gate.contains(1L)).isTrue();
        assertThat(gate.rebuild().keys()).isEqualTo(1);
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(gate.contains(1L)).isTrue();
        assertThat(watch.hasChanged()).isFalse();
    }

    /** Control: why it must be watched. */
    @Test
    void contains_serverForgotADeleteAndNobodyLooks_isWronglyNo() {
        deleteAndForget();
        assertThat(gate.contains(1L)).isFalse();
    }

    @Test
    void hasChanged_serverIsDown_throwsAndTellsLater() {
        server.kill();
        jedis.getPool().clear();
        assertThatThrownBy(watch::hasChanged).isInstanceOf(StoreException.class);
        server.start();
        assertThat(watch.hasChanged()).isTrue();
    }

    @Test
    void hasChanged_replicaWasPromoted_isTrue() {
        try (Jedis direct = server.direct()) {
            direct.replicaof("127.0.0.1", 1);
            assertThatThrownBy(() -> store.scan(key -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("replica");
            direct.replicaofNoOne();
        }
        assertThat(watch.hasChanged()).isTrue();
    }
}
