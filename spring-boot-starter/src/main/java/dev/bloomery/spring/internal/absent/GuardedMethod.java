package dev.bloomery.spring.internal.absent;

import org.springframework.expression.Expression;

/**
 * A method with the annotation, checked.
 *
 * @param gate the name of the bean of the gate
 * @param key gives the key of a call
 * @param keyType of the gate; {@code Object} if nobody knows
 * @param description names the method in messages
 */
record GuardedMethod(String gate, Expression key, Class<?> keyType, String description) {}
