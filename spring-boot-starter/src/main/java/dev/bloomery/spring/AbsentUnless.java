package dev.bloomery.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * The method is not called for a key of which the filter of a gate alone says that it is not there. It then returns an empty {@code
 * Optional}, stream or collection, or null. In every other case it is called as if nothing were there, also while the gate is not active.
 *
 * <pre>{@code
 * @AbsentUnless(gate = "products", key = "#id")
 * @Cacheable("products")
 * public Optional<Product> find(long id) { ... }
 * }</pre>
 *
 * <p>It is outside of {@code @Cacheable} and {@code @Transactional}: for an absent key neither the cache nor a connection is touched.
 * As with all annotations of Spring, a call from inside the same object passes by. Refused when the bean is made: a method that returns
 * {@code void}, a primitive, or something asynchronous; one that cannot be intercepted because it is private, static or final, or its
 * class is; a gate that does not exist; a key that cannot be parsed.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Reflective // in a native image, the methods with it are kept
public @interface AbsentUnless {

    /**
     * The gate.
     *
     * @return the name of its bean
     */
    String gate();

    /**
     * The key, as an expression over the arguments, like that of {@code @Cacheable}.
     *
     * @return for example {@code #id} or {@code #order.customer()}
     */
    String key();
}
