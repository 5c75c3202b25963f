package dev.bloomery.spring.autoconfigure;

import dev.bloomery.spring.internal.absent.AbsentUnlessAdvisor;
import dev.bloomery.spring.internal.absent.ProxyRegistrar;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;

/** Methods with {@link dev.bloomery.spring.AbsentUnless}. */
@AutoConfiguration
@Import(ProxyRegistrar.class)
public final class BloomeryMethodsAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static AbsentUnlessAdvisor bloomeryAbsentUnlessAdvisor(ConfigurableListableBeanFactory beans) {
        return new AbsentUnlessAdvisor(beans);
    }
}
