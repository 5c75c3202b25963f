package dev.bloomery.redis;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.testkit.store.GateProcess;
import java.time.Duration;
import redis.clients.jedis.RedisClient;

/** A process with a gate over names. Arguments: the port of the server, the prefix, whether the gate is guarded. */
final class GuardChild {
    private GuardChild() {}

    public static void main(String[] arguments) throws Exception {
        try (RedisClient jedis = Clients.to(Integer.parseInt(arguments[0]), Duration.ofSeconds(10))) {
            StoreWriters<String> writers = StoreWriters.onlyThisProcess();
            GateProcess.serve(Gate.over(
                            RedisKeyStore.over(JedisServers.of(jedis), arguments[1], KeyNames.utf8())
                                    .open(),
                            KeyEncoder.utf8(),
                            BloomSpec.of(100_000, 0.001))
                    .writers(Boolean.parseBoolean(arguments[2]) ? writers : writers.unguarded())
                    .open());
        }
    }
}
