package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryMethodsAutoConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Methods that are not called for keys that are certainly absent. */
class AbsentUnlessTest {

    private static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BloomeryAutoConfiguration.class, BloomeryMethodsAutoConfiguration.class))
                .withPropertyValues(
                        "bloomery.gates.products.keys=int64",
                        "bloomery.gates.products.filter=cuckoo capacity=1000 fpp=0.0001",
                        "bloomery.gates.products.store=memory",
                        "bloomery.gates.products.start=cold",
                        "bloomery.gates.products.writers=only-this-process");
    }

    /** A service of a user. */
    public static class Products {
        final AtomicInteger calls = new AtomicInteger();

        @AbsentUnless(gate = "products", key = "#id")
        public Optional<String> find(long id) {
            calls.incrementAndGet();
            return Optional.of("product " + id);
        }

        @AbsentUnless(gate = "products", key = "#p0.id()")
        @Nullable
        public String name(Order order) {
            calls.incrementAndGet();
            return "order";
        }

        @AbsentUnless(gate = "products", key = "#id")
        public List<String> list(@Nullable Long id) {
            calls.incrementAndGet();
            return List.of("one");
        }

        @AbsentUnless(gate = "products", key = "#id")
        public Map<String, String> map(long id) {
            calls.incrementAndGet();
            return Map.of("a", "b");
        }

        @AbsentUnless(gate = "products", key = "#id")
        public Optional<String> wrongType(int id) {
            return Optional.empty();
        }

        @AbsentUnless(gate = "products", key = "#id")
        @Cacheable("found")
        public Optional<String> cached(long id) {
            calls.incrementAndGet();
            return Optional.of("cached " + id);
        }
    }

    /** An argument with the key in it. */
    public record Order(long id) {}

    @SuppressWarnings("unchecked")
    private static Gate<Long> warm(org.springframework.context.ApplicationContext context) {
        Gate<Long> gate = context.getBean("products", Gate.class);
        gate.rebuild();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        return gate;
    }

    @Test
    void method_ofAnAbsentKey_isNotCalled() {
        runner().withUserConfiguration(Products.class).run(context -> {
            Gate<Long> gate = warm(context);
            gate.addIfAbsent(7L);
            Products products = context.getBean(Products.class);
            assertThat(products.find(8)).isEmpty();
            assertThat(products.name(new Order(8))).isNull();
            assertThat(products.list(8L)).isEmpty();
            assertThat(products.map(8)).isEmpty();
            assertThat(calls(context)).isZero();
            assertThat(products.find(7)).contains("product 7");
            assertThat(products.name(new Order(7))).isEqualTo("order");
            assertThat(products.list(null)).as("null is no key").isNotEmpty();
            assertThat(calls(context)).isEqualTo(3);
        });
    }

    private static int calls(org.springframework.context.ApplicationContext context) {
        try {
            return ((Products) java.util.Objects.requireNonNull(
                            org.springframework.aop.support.AopUtils.isAopProxy(context.getBean(Products.class))
                                    ? org.springframework.aop.framework.AopProxyUtils.getSingletonTarget(
                                            context.getBean(Products.class))
                                    : null))
                    .calls.get();
        } catch (RuntimeException problem) {
            throw new AssertionError("no proxy", problem);
        }
    }

    @Test
    void method_whileTheGateIsNotActive_isCalled() {
        runner().withUserConfiguration(Products.class).run(context -> {
            assertThat(context.getBean("products", Gate.class).state()).isEqualTo(GateState.BUILDING);
            assertThat(context.getBean(Products.class).find(8)).contains("product 8");
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caching {
        @Bean
        CacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }
    }

    @Test
    void method_thatIsCacheable_doesNotTouchTheCacheForAnAbsentKey() {
        runner().withUserConfiguration(Products.class, Caching.class).run(context -> {
            Gate<Long> gate = warm(context);
            gate.addIfAbsent(7L);
            Products products = context.getBean(Products.class);
            assertThat(products.cached(8)).isEmpty();
            var cache = (java.util.concurrent.ConcurrentMap<?, ?>) java.util.Objects.requireNonNull(
                            context.getBean(CacheManager.class).getCache("found"))
                    .getNativeCache();
            assertThat(cache).isEmpty();
            assertThat(products.cached(7)).contains("cached 7");
            assertThat(products.cached(7)).contains("cached 7");
            assertThat(cache).hasSize(1);
            assertThat(calls(context)).isEqualTo(1);
            store(context).remove(7L);
            gate.rebuild();
            assertThat(products.cached(7))
                    .as("the gate is asked before the cache")
                    .isEmpty();
        });
    }

    @SuppressWarnings("unchecked")
    private static Gate<Long> store(org.springframework.context.ApplicationContext context) {
        return context.getBean("products", Gate.class);
    }

    @Test
    void method_withoutAspectJ_isGuardedAllTheSame() {
        runner().withUserConfiguration(Products.class)
                .withClassLoader(new FilteredClassLoader("org.aspectj"))
                .run(context -> {
                    warm(context);
                    assertThat(context.getBean(Products.class).find(8)).isEmpty();
                });
    }

    @Test
    void key_ofAnotherType_isRefusedWhenItIsCalled() {
        runner().withUserConfiguration(Products.class).run(context -> {
            warm(context);
            assertThatThrownBy(() -> context.getBean(Products.class).wrongType(8))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is a java.lang.Integer, and the keys of gate 'products' are java.lang.Long");
        });
    }

    static class ReturnsVoid {
        @AbsentUnless(gate = "products", key = "#id")
        public void act(long id) {}
    }

    static class ReturnsPrimitive {
        @AbsentUnless(gate = "products", key = "#id")
        public boolean is(long id) {
            return true;
        }
    }

    static class ReturnsLater {
        @AbsentUnless(gate = "products", key = "#id")
        public CompletableFuture<String> later(long id) {
            return new CompletableFuture<>();
        }
    }

    static class UnknownGate {
        @AbsentUnless(gate = "product", key = "#id")
        public Optional<String> find(long id) {
            return Optional.empty();
        }
    }

    static class UnreadableKey {
        @AbsentUnless(gate = "products", key = "#id +")
        public Optional<String> find(long id) {
            return Optional.empty();
        }
    }

    static class FinalMethod {
        @AbsentUnless(gate = "products", key = "#id")
        public final Optional<String> find(long id) {
            return Optional.empty();
        }
    }

    static class PrivateMethod {
        @AbsentUnless(gate = "products", key = "#id")
        @SuppressWarnings("unused")
        private Optional<String> find(long id) {
            return Optional.empty();
        }
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(ReturnsVoid.class, "it returns void"),
                Arguments.of(ReturnsPrimitive.class, "let it return an Optional, or Boolean"),
                Arguments.of(ReturnsLater.class, "asynchronous results are not supported"),
                Arguments.of(UnknownGate.class, "there is no gate 'product'; use the name of one of [products]"),
                Arguments.of(UnreadableKey.class, "key '#id +' cannot be parsed"),
                Arguments.of(FinalMethod.class, "private, static or final"),
                Arguments.of(PrivateMethod.class, "private, static or final"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void method_thatCannotBeGuarded_isRefusedAtTheStart(Class<?> service, String message) {
        runner().withUserConfiguration(service)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
    }
}
