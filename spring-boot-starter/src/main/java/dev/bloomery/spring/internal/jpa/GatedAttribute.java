package dev.bloomery.spring.internal.jpa;

/**
 * An attribute of an entity whose values are the keys of a gate.
 *
 * @param name its name
 * @param isId whether it is the identifier, which Hibernate hands over apart from the others
 * @param isCertain whether the value that Hibernate knows of a row is the one that the row has when a statement hits it: the entity has a
 *     version, which every statement checks, or the attribute never changes. Otherwise another transaction may have renamed the row since it
 *     was read, and the key that leaves the table is another one than Hibernate thinks
 * @param gate the name of the bean of the gate
 */
record GatedAttribute(String name, boolean isId, boolean isCertain, String gate) {}
