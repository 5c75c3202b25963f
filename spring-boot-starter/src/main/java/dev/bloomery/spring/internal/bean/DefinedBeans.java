package dev.bloomery.spring.internal.bean;

import dev.bloomery.spring.internal.plan.KnownBeans;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** The beans of the application as far as they are defined; none of them is made by looking. */
public final class DefinedBeans implements KnownBeans {
    private final ConfigurableListableBeanFactory factory;
    private final boolean ownAreDefined;

    private DefinedBeans(ConfigurableListableBeanFactory factory, boolean ownAreDefined) {
        this.factory = factory;
        this.ownAreDefined = ownAreDefined;
    }

    /** Before the instances that the properties describe are defined: none of their names may be taken. */
    public static DefinedBeans before(ConfigurableListableBeanFactory factory) {
        return new DefinedBeans(factory, false);
    }

    /** When they are. */
    public static DefinedBeans after(ConfigurableListableBeanFactory factory) {
        return new DefinedBeans(factory, true);
    }

    @Override
    public boolean isTaken(String beanName) {
        return !ownAreDefined && factory.containsLocalBean(beanName);
    }

    @Override
    public boolean exists(String name) {
        return factory.containsBean(name);
    }

    @Override
    public ResolvableType typeOf(String name) {
        Class<?> type = factory.getType(name, false); // also looks at the method that makes the bean
        if (factory.containsBeanDefinition(name)) {
            BeanDefinition definition = factory.getMergedBeanDefinition(name);
            if (definition instanceof RootBeanDefinition root
                    && root.getResolvableType().resolve() != null) {
                return root.getResolvableType();
            }
        } else if (factory.containsSingleton(name)) {
            return ResolvableType.forInstance(factory.getBean(name));
        } else if (factory.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent) {
            return new DefinedBeans(parent, true).typeOf(name);
        }
        return type == null ? ResolvableType.NONE : ResolvableType.forClass(type);
    }

    @Override
    public boolean hasClass(String name) {
        return ClassUtils.isPresent(name, factory.getBeanClassLoader());
    }
}
