package dev.bloomery.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a unique attribute of an entity, which the application assigns: what Hibernate inserts, updates and deletes goes through a gate, by a
 * ticket of the Spring transaction as {@link GateTickets} has it.
 *
 * <pre>{@code
 * @Entity
 * class User {
 *     @Id @GeneratedValue Long id;
 *     @Version int version;
 *
 *     @GatedBy("usernames")
 *     @Column(unique = true)
 *     String name;
 * }
 * }</pre>
 *
 * <p>A key that is deleted or changed leaves the filter only if the entity has a {@code @Version}, or if the attribute never changes
 * ({@code updatable = false}, or the identifier). Otherwise another transaction may have changed the row since it was read, and Hibernate
 * does not know which key is deleted; it then stays in the filter until the next rebuild, and a warning at the start says so.
 *
 * <p>Bulk JPQL, native SQL, {@code StatelessSession.upsert} and rows that the database deletes by a cascade of its own pass by: put them
 * into a {@code gate.bypass()}. Refused at start: an attribute whose value the database or Hibernate generates, one of another type than
 * the keys of the gate, one inside an embeddable, a gate that does not exist, an entity with {@code @SoftDelete} or {@code @SQLDelete}. A
 * value of null is no key.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface GatedBy {

    /**
     * The gate.
     *
     * @return the name of its bean
     */
    String value();
}
