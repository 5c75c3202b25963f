/** What Spring Boot finds by itself, and what an application may exclude. */
@NullMarked
package dev.bloomery.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
