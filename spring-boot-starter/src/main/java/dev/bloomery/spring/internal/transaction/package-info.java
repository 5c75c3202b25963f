/** Tickets of gates that live as long as a Spring transaction. */
@NullMarked
package dev.bloomery.spring.internal.transaction;

import org.jspecify.annotations.NullMarked;
