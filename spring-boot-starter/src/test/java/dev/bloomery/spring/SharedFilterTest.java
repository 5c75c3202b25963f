package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.RedisServers;
import dev.bloomery.redis.SharedAnswer;
import dev.bloomery.redis.SharedFilter;
import dev.bloomery.redis.SharedState;
import dev.bloomery.spring.autoconfigure.BloomeryActuatorAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.internal.actuator.BloomeryEndpoint;
import dev.bloomery.spring.internal.actuator.BloomeryHealth;
import dev.bloomery.spring.internal.meter.BeanMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.clients.jedis.UnifiedJedis;

/** Filters that several applications share, over the Redis that each has. */
class SharedFilterTest {
    @SuppressWarnings("NullAway.Init")
    private static TestRedis redis;

    @BeforeAll
    static void start() {
        redis = TestRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    private static ApplicationContextRunner runner(String client, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.data.redis.client-type=" + client,
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + redis.port(),
                "bloomery.shared.used-coupons.keys=text"));
        for (String one : properties) {
            all.add("bloomery.shared.used-coupons." + one);
        }
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        DataRedisAutoConfiguration.class,
                        BloomeryAutoConfiguration.class,
                        BloomeryActuatorAutoConfiguration.class))
                .withPropertyValues("management.endpoints.web.exposure.include=*")
                .withPropertyValues(all.toArray(String[]::new));
    }

    private static String[] empty(String name) {
        return new String[] {"create=empty-if-missing", "filter=bloom capacity=1000 fpp=0.001", "redis.name=" + name};
    }

    /** What a user injects. */
    static class Uses {
        final SharedFilter<String> usedCoupons;

        Uses(SharedFilter<String> usedCoupons) {
            this.usedCoupons = usedCoupons;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void filter_ofTwoApplications_hasTheKeysOfBoth(String client) {
        String name = "two-" + client;
        runner(client, empty(name)).withUserConfiguration(Uses.class).run(first -> {
            assertThat(first).hasNotFailed();
            SharedFilter<String> one = first.getBean(Uses.class).usedCoupons;
            runner(client, "redis.name=" + name, "consistency=leased 200ms")
                    .withUserConfiguration(Uses.class)
                    .run(second -> {
                        assertThat(second).hasNotFailed();
                        SharedFilter<String> other = second.getBean(Uses.class).usedCoupons;
                        one.add("a");
                        other.add("b");
                        assertThat(other.ask("a")).isNotEqualTo(SharedAnswer.NO);
                        assertThat(one.ask("b")).isNotEqualTo(SharedAnswer.NO);
                        assertThat(one.claim("a")).isFalse();
                    });
            assertThat(one.mightContain("b")).as("the other is closed").isTrue();
            assertThat(first.getBean(StringRedisTemplate.class).hasKey("{bloomery:" + name + "}:head"))
                    .isTrue();
        });
    }

    @Test
    void filter_thatIsThere_isNotCreatedAgain() {
        runner("jedis", empty("again"))
                .withUserConfiguration(Uses.class)
                .run(context -> context.getBean(Uses.class).usedCoupons.add("a"));
        runner("jedis", empty("again")).withUserConfiguration(Uses.class).run(context -> {
            assertThat(context.getBean(Uses.class).usedCoupons.ask("a")).isNotEqualTo(SharedAnswer.NO);
        });
    }

    /** What a user defines. */
    @Configuration(proxyBeanMethods = false)
    static class Source {
        @Bean
        KeyScan<String> couponScan() {
            return sink -> {
                sink.accept("old");
                return 1;
            };
        }
    }

    @Test
    void filter_withASource_isFilledAndHasAllThatWasWritten() {
        runner(
                        "lettuce",
                        "create=couponScan",
                        "filter=bloom capacity=1000 fpp=0.001",
                        "hardened=true",
                        "consistency=stale 5s",
                        "server-loses=50ms",
                        "window=1h",
                        "shards=2",
                        "longest-wait=20s")
                .withUserConfiguration(Source.class, Uses.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    SharedFilter<String> filter = context.getBean(Uses.class).usedCoupons;
                    assertThat(filter.ask("old")).isEqualTo(SharedAnswer.MAYBE);
                    assertThat(filter.ask("new")).isEqualTo(SharedAnswer.NO);
                    assertThat(filter.info().name()).as("that of the instance").isEqualTo("used-coupons");
                    assertThat(filter.info().spec().hash().specName()).startsWith("siphash");
                    assertThat(filter.toString())
                            .contains(
                                    "level=STALE lease=5000 loss=LAST_WRITES last=50 growing=false window=3600000 slices=8")
                            .contains("shards=2");
                });
    }

    @Test
    void filter_thatIsNotThereAndNotCreated_failsTheStart() {
        runner("jedis", "redis.name=nowhere")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("there is no shared filter nowhere: it was not created, or is lost"));
    }

    @Test
    void filter_ofAnotherLevelThanTheProperties_failsTheStart() {
        runner("jedis", empty("level"))
                .run(first -> runner("jedis", "redis.name=level", "consistency=confirmed")
                        .run(second -> assertThat(second)
                                .getFailure()
                                .hasStackTraceContaining("all processes must have the same")));
    }

    /** A client that asks, when it is closed, whether somebody still uses it. */
    @Configuration(proxyBeanMethods = false)
    static class Watched {
        static final List<SharedState> AT_CLOSE = new ArrayList<>();
        static final List<SharedFilter<?>> FILTERS = new ArrayList<>();

        @Bean
        @SuppressWarnings("deprecation") // the builders make no subclass
        UnifiedJedis second() {
            return new UnifiedJedis("redis://127.0.0.1:" + redis.port()) {
                @Override
                public void close() {
                    FILTERS.forEach(filter -> AT_CLOSE.add(filter.state()));
                    super.close();
                }
            };
        }
    }

    @Test
    void close_context_filterIsClosedBeforeTheClientThatItIsOver() {
        runner(
                        "jedis",
                        "redis.servers=second",
                        "redis.name=order",
                        "create=empty-if-missing",
                        "filter=bloom capacity=9 fpp=0.1")
                .withUserConfiguration(Watched.class)
                .run(context -> {
                    Watched.FILTERS.add(context.getBean(SharedFilter.class));
                    assertThat(context.getBean(RedisServers.class)).isInstanceOf(JedisServers.class);
                    assertThat(context.getBean(SharedFilter.class).state()).isEqualTo(SharedState.CURRENT);
                });
        assertThat(Watched.AT_CLOSE).containsExactly(SharedState.CLOSED);
    }

    @Test
    @SuppressWarnings("unchecked")
    void endpointHealthAndMeters_ofAFilter_showItsStateAndNoSeed() {
        runner("lettuce", empty("shown")).run(context -> {
            SharedFilter<String> filter = context.getBean("usedCoupons", SharedFilter.class);
            filter.add("secret");
            assertThat(filter.ask("secret")).isEqualTo(SharedAnswer.MAYBE);
            BloomeryEndpoint endpoint = context.getBean(BloomeryEndpoint.class);
            Map<String, Object> one = endpoint.one("usedCoupons");
            assertThat(one)
                    .containsEntry("name", "shown")
                    .containsEntry("state", "CURRENT")
                    .containsEntry("added", 1L)
                    .containsEntry("maybe", 1L);
            assertThat((Map<String, Object>) endpoint.all().get("shared")).containsOnlyKeys("usedCoupons");
            Health health = context.getBean(BloomeryHealth.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("shared", Map.of("usedCoupons", "CURRENT"));
            assertThat(one + endpoint.all().toString() + health).doesNotContainIgnoringCase("seed", "secret");
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(BeanMeters.class).bindTo(registry);
            assertThat(registry.get("bloomery.shared.adds")
                            .tags("name", "usedCoupons", "outcome", "done")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Test
    void health_filterThatWasLost_isAsThePropertiesSay() {
        runner("lettuce", empty("lost"))
                .withPropertyValues("bloomery.health.degraded=out-of-service")
                .run(context -> {
                    SharedFilter<?> filter = context.getBean(SharedFilter.class);
                    assertThat(context.getBean(BloomeryHealth.class).health().getStatus())
                            .isEqualTo(Status.UP);
                    StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
                    assertThat(template.delete("{bloomery:lost}:head")).isTrue();
                    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                    while (filter.state() != SharedState.LOST) {
                        assertThat(System.nanoTime()).as("when it is noticed").isLessThan(giveUp);
                        Thread.onSpinWait();
                    }
                    Health health = context.getBean(BloomeryHealth.class).health();
                    assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
                    assertThat(health.getDetails()).containsEntry("shared", Map.of("usedCoupons", "LOST"));
                });
    }
}
