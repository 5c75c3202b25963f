package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class SharedGateTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(1);

    private static RedisProcess redis;
    private static ConnectedClient client;
    private RedisKeyStore<String> store;

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
            for (int i = 0; i < 500; i++) {
                direct.set("user:old" + i, "");
            }
        }
        store = RedisKeyStore.over(client.servers(), "user:", KeyNames.utf8()).open();
    }

    private static SharedFilterBuilder<String> filter() {
        return SharedFilter.over(client.servers(), "users", KeyEncoder.utf8()).spec(BloomSpec.of(10_000, 0.01));
    }

    @Test
    void gate_ofTwoProcesses_answersAsTheStore() {
        try (SharedGate<String> first = SharedGate.over(store, filter(), LONGEST_WRITE);
                SharedGate<String> second = SharedGate.over(store, filter(), LONGEST_WRITE)) {
            assertThat(second.contains("old7")).isTrue();
            assertThat(second.contains("new")).isFalse();
            assertThat(first.insert("new")).isTrue();
            assertThat(second.contains("new")).isTrue();
            assertThat(second.insert("new")).isFalse();
            assertThat(second.delete("new")).isTrue();
            assertThat(first.contains("new")).isFalse();
            RedisProcess.await("the filter answers", () -> {
                long spared = second.sparedLookups();
                long asked = second.storeLookups();
                for (int i = 0; i < 1_000; i++) {
                    assertThat(second.contains("absent" + i)).isFalse();
                }
                // unless the process had to wait for nearly a lease on a busy machine
                return second.sparedLookups() - spared > 950 && second.storeLookups() - asked < 50;
            });
        }
    }

    @Test
    void gate_afterTheFilterIsLost_asksTheStoreUntilItIsRefilled() {
        try (SharedGate<String> gate = SharedGate.over(store, filter(), LONGEST_WRITE)) {
            try (Jedis direct = redis.direct()) {
                direct.del("{bloomery:users}:head");
            }
            RedisProcess.await("it is lost", () -> gate.filter().state() == SharedState.LOST);
            assertThat(gate.contains("old7")).isTrue();
            assertThat(gate.contains("absent")).isFalse();
            assertThat(gate.refill()).isEqualTo(500);
            RedisProcess.await("the filter answers", () -> {
                long before = gate.sparedLookups();
                assertThat(gate.contains("absent")).isFalse();
                return gate.sparedLookups() == before + 1;
            });
        }
    }

    @Test
    void gate_overAStaleFilter_isRefused() {
        assertThatThrownBy(() -> SharedGate.over(
                        store, filter().consistency(Consistency.stale(Duration.ofSeconds(1))), LONGEST_WRITE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stale");
    }
}
