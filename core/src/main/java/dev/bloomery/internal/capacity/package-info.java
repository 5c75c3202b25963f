/**
 * Watches how full a filter is, and says so when it is certain.
 *
 * <p>Uses geometry, specs and {@code capacity}; no filter.
 */
@NullMarked
package dev.bloomery.internal.capacity;

import org.jspecify.annotations.NullMarked;
