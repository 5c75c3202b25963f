/**
 * Bloomery in a Spring Boot application: what its code sees. {@link dev.bloomery.spring.GateTickets} ties gates to
 * transactions, {@link dev.bloomery.spring.GateCustomizer} says what properties cannot, and the events tell what happens to
 * gates.
 */
@NullMarked
package dev.bloomery.spring;

import org.jspecify.annotations.NullMarked;
