/**
 * The third arrow: capacity and FPP become sizes, a hash becomes positions. Pure functions and small values, no arrays of
 * bits.
 *
 * <p>Depends on nothing.
 */
@NullMarked
package dev.bloomery.internal.geometry;

import org.jspecify.annotations.NullMarked;
