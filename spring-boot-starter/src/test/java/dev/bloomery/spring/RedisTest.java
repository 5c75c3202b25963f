package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.redis.RedisKeyStore;
import dev.bloomery.redis.RedisServers;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Gates over the Redis that an application has. */
class RedisTest {
    @SuppressWarnings("NullAway.Init")
    private static TestRedis redis;

    @BeforeAll
    static void start() {
        redis = TestRedis.start("--requirepass", "opensesame");
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static ApplicationContextRunner runner(String client) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class, DataRedisAutoConfiguration.class, BloomeryAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.client-type=" + client,
                        "spring.data.redis.host=127.0.0.1",
                        "spring.data.redis.port=" + redis.port(),
                        "spring.data.redis.password=opensesame",
                        "spring.data.redis.database=3",
                        "spring.data.redis.timeout=20s",
                        "spring.data.redis.client-name=crawler",
                        "bloomery.gates.seen-urls.keys=text",
                        "bloomery.gates.seen-urls.filter=windowed capacity=1000 fpp=0.001",
                        "bloomery.gates.seen-urls.store.redis.prefix=seen:" + client + ":",
                        "bloomery.gates.seen-urls.store.redis.expire-after=30d",
                        "bloomery.gates.seen-urls.writers=only-this-process",
                        "bloomery.gates.users.keys=text",
                        "bloomery.gates.users.filter=cuckoo capacity=1000 fpp=0.001",
                        "bloomery.gates.users.store.redis.prefix=user:" + client + ":",
                        "bloomery.gates.users.writers=only-this-process");
    }

    /** What a user injects. */
    static class Uses {
        final ExpiringGate<String> seenUrls;
        final Gate<String> users;
        final RedisKeyStore<String> seenUrlsStore;

        Uses(ExpiringGate<String> seenUrls, Gate<String> users, RedisKeyStore<String> seenUrlsStore) {
            this.seenUrls = seenUrls;
            this.users = users;
            this.seenUrlsStore = seenUrlsStore;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void gates_overTheClientOfTheApplication_writeWhereItReads(String client) {
        runner(client).withUserConfiguration(Uses.class).run(context -> {
            assertThat(context).hasNotFailed();
            Uses uses = context.getBean(Uses.class);
            assertThat(uses.seenUrls.addOrProlong("a")).isTrue();
            assertThat(uses.users.addIfAbsent("ada")).isTrue();
            assertThat(uses.seenUrls.contains("a")).isTrue();
            assertThat(uses.seenUrlsStore.contains("a")).isTrue();
            StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
            assertThat(template.hasKey("seen:" + client + ":a"))
                    .as("in the database of the application")
                    .isTrue();
            assertThat(template.getExpire("seen:" + client + ":a", TimeUnit.DAYS))
                    .isBetween(29L, 30L);
            assertThat(context.getBeansOfType(RedisServers.class)).hasSize(1);
            uses.users.remove("ada");
        });
    }

    /** As a service connection of Testcontainers or Compose has it; the properties are those of another server, which does not exist. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void gates_withConnectionDetails_areWhereTheseSay(String client) {
        runner(client)
                .withPropertyValues(
                        "spring.data.redis.port=1",
                        "spring.data.redis.password=wrong",
                        "bloomery.gates.users.writers=unguarded", // the guard of a new database waits for five seconds
                        "bloomery.gates.seen-urls.writers=unguarded")
                .withBean(DataRedisConnectionDetails.class, () -> new DataRedisConnectionDetails() {
                    @Override
                    public String getPassword() {
                        return "opensesame";
                    }

                    @Override
                    public Standalone getStandalone() {
                        return Standalone.of("127.0.0.1", redis.port(), 5);
                    }
                })
                .withUserConfiguration(Uses.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Uses.class).users.addIfAbsent("eve"))
                            .isTrue();
                    assertThat(context.getBean(StringRedisTemplate.class).hasKey("user:" + client + ":eve"))
                            .isTrue();
                });
    }

    /** Gates close before the client of the application: the lock of the guard is given back, and the next gate need not wait for it. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void context_closedAndStartedAgain_gateIsAloneAtOnce(String client) {
        runner(client).run(context -> {
            context.getBean("users", Gate.class).rebuild();
        });
        long begin = System.nanoTime();
        runner(client).run(context -> {
            Gate<?> gate = context.getBean("users", Gate.class);
            while (gate.state() != GateState.ACTIVE) {
                assertThat(System.nanoTime() - begin)
                        .as("a gate whose predecessor was not closed waits for five seconds")
                        .isLessThan(TimeUnit.MILLISECONDS.toNanos(4_500));
                Thread.onSpinWait();
            }
        });
    }

    @Test
    void gate_withoutRedis_failsWithAdvice() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BloomeryAutoConfiguration.class))
                .withPropertyValues(
                        "bloomery.gates.users.keys=text",
                        "bloomery.gates.users.filter=cuckoo capacity=1000 fpp=0.001",
                        "bloomery.gates.users.store.redis.prefix=user:",
                        "bloomery.gates.users.writers=only-this-process")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("add spring-boot-starter-data-redis and set spring.data.redis.*"));
    }
}
