package dev.bloomery.spring.internal.plan;

import org.springframework.core.ResolvableType;

/** What the plans ask of the application before any bean is made. */
public interface KnownBeans {

    /** Whether the application has a bean of its own that has the name of an instance. */
    boolean isTaken(String beanName);

    /** Whether there is a bean of this name. */
    boolean exists(String name);

    /** The type of a bean that exists; {@link ResolvableType#NONE} if nobody can tell before it is made. */
    ResolvableType typeOf(String name);

    /** Whether this class is on the class path. */
    boolean hasClass(String name);
}
