package dev.bloomery.spring.autoconfigure;

import dev.bloomery.spring.GateTickets;
import dev.bloomery.spring.internal.jpa.GatedEntities;
import dev.bloomery.spring.internal.transaction.TransactionManagers;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Tickets of gates that end with the transactions of the application, and what Hibernate tells them. */
@AutoConfiguration
@ConditionalOnClass(ConfigurableTransactionManager.class)
public final class BloomeryTransactionAutoConfiguration {

    @Bean
    static TransactionManagers bloomeryTransactionManagers() {
        return new TransactionManagers();
    }

    @Bean
    @ConditionalOnMissingBean
    GateTickets gateTickets(TransactionManagers managers) {
        return managers.tickets();
    }

    /** Entities with attributes that are keys. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "jakarta.persistence.EntityManagerFactory",
                "org.hibernate.event.service.spi.EventListenerRegistry",
                "org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean"
            })
    static class HibernateConfiguration {

        @Bean
        static GatedEntities bloomeryGatedEntities(
                ConfigurableListableBeanFactory beans, ObjectProvider<GateTickets> tickets) {
            return new GatedEntities(beans, tickets);
        }
    }
}
