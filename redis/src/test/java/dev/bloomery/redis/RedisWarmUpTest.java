package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.commands.ProtocolCommand;

/** A gate that warms up from many keys, with progress; nothing is kept of them but the filter. */
class RedisWarmUpTest {
    private static final ProtocolCommand DEBUG = () -> "DEBUG".getBytes(StandardCharsets.US_ASCII);

    @Test
    void openWarm_manyKeys_knowsAllAndTellsProgress() {
        warmUp(100_000);
    }

    @Test
    @Tag("long")
    void openWarm_tenMillionKeys_knowsAllAndTellsProgress() {
        warmUp(10_000_000);
    }

    private static void warmUp(int keys) {
        try (RedisProcess server = RedisProcess.started("--enable-debug-command", "yes");
                RedisClient jedis = Clients.to(server.port(), Duration.ofMinutes(2))) {
            try (Jedis direct = new Jedis(server.address(), Clients.config(Duration.ofMinutes(5)))) {
                // names k:0, k:1 and so on
                Object unused = direct.sendCommand(DEBUG, "POPULATE", String.valueOf(keys), "k", "1");
            }
            List<Long> progress = new ArrayList<>();
            long begun = System.nanoTime();
            try (Gate<Long> gate = Gate.over(
                            RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                                    .open(),
                            KeyEncoder.int64(),
                            BloomSpec.of(keys, 0.01))
                    .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // whose first gate would wait
                    .openWarm(progress::add)) {
                double seconds = (System.nanoTime() - begun) / 1e9;
                System.out.printf("warm-up from Redis: %,d keys, %,.0f keys a second%n", keys, keys / seconds);
                assertThat(progress).isSorted().hasSizeGreaterThan(1);
                assertThat(progress.get(progress.size() - 1)).isGreaterThanOrEqualTo(keys);
                for (long key = 0; key < keys; key += keys / 1_000) {
                    assertThat(gate.contains(key)).isTrue();
                }
                assertThat(gate.contains(-1L)).isFalse();
            }
        }
    }
}
