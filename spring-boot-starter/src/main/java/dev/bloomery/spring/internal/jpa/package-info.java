/** What Hibernate writes goes through gates. */
@NullMarked
package dev.bloomery.spring.internal.jpa;

import org.jspecify.annotations.NullMarked;
