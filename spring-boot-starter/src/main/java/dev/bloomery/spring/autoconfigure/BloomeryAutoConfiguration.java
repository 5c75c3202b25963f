package dev.bloomery.spring.autoconfigure;

import dev.bloomery.gate.Gate;
import dev.bloomery.spring.GateCustomizer;
import dev.bloomery.spring.internal.aot.NativeHints;
import dev.bloomery.spring.internal.bean.DefinedBeans;
import dev.bloomery.spring.internal.bean.FilterInstances;
import dev.bloomery.spring.internal.bean.GateInstances;
import dev.bloomery.spring.internal.bean.InstanceRegistrar;
import dev.bloomery.spring.internal.bean.SharedInstances;
import dev.bloomery.spring.internal.event.GateEvents;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.start.StopLog;
import dev.bloomery.spring.internal.start.WarmStart;
import dev.bloomery.spring.internal.store.JdbcStores;
import dev.bloomery.spring.internal.store.MemoryStores;
import dev.bloomery.spring.internal.store.RedisStores;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Gates, filters and families out of the properties under {@code bloomery}.
 *
 * <p>It comes last, when the data sources, clients and encoders that properties may name are defined.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass(Gate.class)
@Import(InstanceRegistrar.class)
@ImportRuntimeHints(NativeHints.class)
public final class BloomeryAutoConfiguration {

    @Bean
    static Plans bloomeryPlans(Environment environment, ConfigurableListableBeanFactory beans) {
        return Plans.read(environment, DefinedBeans.after(beans));
    }

    @Bean
    static StopLog bloomeryStopLog(ObjectProvider<Plans> plans) {
        return new StopLog(plans);
    }

    @Bean
    GateEvents bloomeryEvents(ApplicationEventPublisher publisher) {
        return new GateEvents(publisher);
    }

    @Bean(InstanceRegistrar.GATES)
    GateInstances bloomeryGates(
            Plans plans, BeanFactory beans, ObjectProvider<GateCustomizer> customizers, GateEvents events) {
        return new GateInstances(plans, beans, customizers, events);
    }

    @Bean(InstanceRegistrar.FILTERS)
    FilterInstances bloomeryFilters(Plans plans, BeanFactory beans) {
        return new FilterInstances(plans, beans);
    }

    @Bean(InstanceRegistrar.MEMORY_STORES)
    MemoryStores bloomeryMemoryStores() {
        return new MemoryStores();
    }

    @Bean
    WarmStart bloomeryWarmStart(Plans plans, BeanFactory beans) {
        return new WarmStart(plans, beans);
    }

    /** Stores over tables. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "dev.bloomery.jdbc.JdbcKeyStore")
    static class JdbcConfiguration {

        @Bean(InstanceRegistrar.JDBC_STORES)
        JdbcStores bloomeryJdbcStores(Plans plans, BeanFactory beans) {
            return new JdbcStores(plans, beans);
        }
    }

    /** Stores and shared filters over Redis. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "dev.bloomery.redis.RedisKeyStore")
    static class RedisConfiguration {

        @Bean(InstanceRegistrar.REDIS_STORES)
        RedisStores bloomeryRedisStores(Plans plans, BeanFactory beans) {
            return new RedisStores(plans, beans);
        }

        @Bean(InstanceRegistrar.SHARED_FILTERS)
        SharedInstances bloomerySharedFilters(Plans plans, BeanFactory beans) {
            return new SharedInstances(plans, beans);
        }
    }
}
