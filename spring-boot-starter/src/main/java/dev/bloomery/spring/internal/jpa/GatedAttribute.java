package dev.bloomery.spring.internal.jpa;

/**
 * An attribute of an entity whose values are the keys of a gate.
 *
 * @param name its name
 * @param isId whether it is the identifier, which Hibernate hands over apart from the others
 * @param gate the name of the bean of the gate
 */
record GatedAttribute(String name, boolean isId, String gate) {}
