package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** No exception of a store has a key in it, whatever the server says about a command. */
class RedisSecretsTest {
    private static final String SECRET = "secret-4711";

    private static String traceOf(Throwable problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** A server quotes the arguments of commands that it does not know, or that its owner has taken away. */
    @ParameterizedTest
    @EnumSource(Client.class)
    void delete_commandWasTakenAway_isRefusedWithoutTheKey(Client client) {
        try (RedisProcess server = RedisProcess.started("--rename-command", "UNLINK", "");
                ConnectedClient connected = client.to(server.port(), Duration.ofSeconds(10));
                Jedis direct = server.direct()) {
            RedisKeyStore<String> store = RedisKeyStore.over(connected.servers(), "k:", KeyNames.utf8())
                    .open();
            assertThat(store.insert(SECRET)).isTrue();
            Throwable problem = catchThrowable(() -> store.delete(SECRET));
            assertThat(problem)
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            refused -> assertThat(refused.outcome()).isEqualTo(Outcome.NOT_DONE))
                    .hasStackTraceContaining("unknown command");
            assertThat(traceOf(problem)).doesNotContain("4711");
            assertThat(store.contains(SECRET)).isTrue();
            assertThatThrownBy(() -> direct.unlink("k:" + SECRET))
                    .as("the control")
                    .hasMessageContaining("4711");
        }
    }
}
