package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** A primary that sentinels name, and its replica after it. */
class SentinelTest {

    @ParameterizedTest
    @EnumSource(Client.class)
    void everything_primaryIsKilled_goesOnAtItsReplica(Client client) {
        try (Sentinels all = Sentinels.started();
                ConnectedClient connected = client.toPrimary(Sentinels.NAME, all.ports(), Duration.ofSeconds(2))) {
            RedisKeyStore<Long> store = RedisKeyStore.over(connected.servers(), "k:", KeyNames.int64())
                    .open();
            StoreLocks locks = store.locks().orElseThrow();
            try (StoreLocks.Session session = locks.open()) {
                assertThat(session.tryLock(1)).isTrue();
                assertThat(session.lockedByOthers()).isZero();
            }
            try (Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.001))
                    .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // a guard notices it as well
                    .openWarm(keys -> {})) {
                for (long key = 0; key < 100; key++) {
                    assertThat(gate.addIfAbsent(key)).isTrue();
                }
                try (Jedis direct = all.primary.direct()) {
                    assertThat(direct.waitReplicas(1, 10_000)).isEqualTo(1);
                }
                ServerWatch watch = ServerWatch.of(store);
                all.primary.kill();
                all.awaitFailover();
                RedisProcess.await("the replica answers", () -> answers(store));
                assertThat(watch.hasChanged()).isTrue();
                assertThat(LongStream.range(0, 200).filter(gate::contains).count())
                        .isEqualTo(100);
                assertThat(gate.addIfAbsent(100L)).isTrue();
                assertThat(gate.remove(0L)).isTrue();
                assertThat(gate.rebuild().keys()).isEqualTo(100);
                try (Jedis direct = all.replica.direct()) {
                    assertThat(direct.exists("k:100", "k:0")).isEqualTo(1);
                }
            }
        }
    }

    private static boolean answers(RedisKeyStore<Long> store) {
        try {
            return store.contains(1L);
        } catch (StoreException notYet) {
            return false;
        }
    }
}
