/**
 * Filters of Guava.
 */
@NullMarked
package dev.bloomery.interop.guava;

import org.jspecify.annotations.NullMarked;
