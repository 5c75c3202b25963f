package dev.bloomery.spring.autoconfigure;

import dev.bloomery.spring.internal.actuator.BloomeryEndpoint;
import dev.bloomery.spring.internal.actuator.BloomeryHealth;
import dev.bloomery.spring.internal.meter.BeanMeters;
import dev.bloomery.spring.internal.plan.Plans;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Endpoint and health, each if what it needs is there. */
@AutoConfiguration(after = BloomeryAutoConfiguration.class)
public final class BloomeryActuatorAutoConfiguration {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");

    /** {@code /actuator/bloomery}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.actuate.endpoint.Access",
                "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint"
            })
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean
        BloomeryEndpoint bloomeryEndpoint(ListableBeanFactory beans) {
            return new BloomeryEndpoint(beans);
        }
    }

    /** Says once what is missing with the classes of Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class HealthOfBoot3Configuration {

        HealthOfBoot3Configuration() {
            LOG.info(
                    "gates and filters are not in the health of this application; that needs Spring Boot 4.0 or newer");
        }
    }

    /** Meters, in whichever registry the application has: each line of Boot binds what is a {@code MeterBinder}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {"io.micrometer.core.instrument.binder.MeterBinder", "dev.bloomery.micrometer.GateMeters"})
    @ConditionalOnProperty(name = "bloomery.metrics.enabled", matchIfMissing = true)
    static class MetersConfiguration {

        @Bean
        @ConditionalOnMissingBean
        BeanMeters bloomeryMeters(ListableBeanFactory beans) {
            return new BeanMeters(beans);
        }
    }

    /** Health of Spring Boot 4; its classes have other names in 3.5, where there is none of ours. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.health.contributor.AbstractHealthIndicator",
                "org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator"
            })
    static class HealthConfiguration {

        @Bean
        @ConditionalOnEnabledHealthIndicator("bloomery")
        @ConditionalOnMissingBean
        BloomeryHealth bloomeryHealthIndicator(ListableBeanFactory beans, Plans plans) {
            return new BloomeryHealth(beans, plans.properties().health().degraded());
        }
    }
}
