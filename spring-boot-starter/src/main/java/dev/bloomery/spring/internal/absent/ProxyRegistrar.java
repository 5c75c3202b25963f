package dev.bloomery.spring.internal.absent;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Sees to it that somebody makes proxies, also in an application without transactions, caches and AspectJ. */
public final class ProxyRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private boolean ofClasses = true;

    @Override
    public void setEnvironment(Environment environment) {
        ofClasses = environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true);
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (ofClasses) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }
}
