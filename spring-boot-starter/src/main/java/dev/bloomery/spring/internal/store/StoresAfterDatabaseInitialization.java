package dev.bloomery.spring.internal.store;

import java.util.HashSet;
import java.util.Set;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;

/** Stores over tables come after whatever makes the tables: scripts, Flyway, Liquibase. */
final class StoresAfterDatabaseInitialization implements DependsOnDatabaseInitializationDetector {

    /** The bean that makes the stores. */
    static final String FACTORY = "bloomeryJdbcStores";

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beanFactory) {
        Set<String> stores = new HashSet<>();
        for (String name : beanFactory.getBeanDefinitionNames()) {
            if (FACTORY.equals(beanFactory.getBeanDefinition(name).getFactoryBeanName())) {
                stores.add(name);
            }
        }
        return stores;
    }
}
