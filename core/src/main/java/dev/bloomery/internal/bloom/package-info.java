/**
 * The fourth arrow: positions meet bits. A table is a geometry, words and a short probe loop.
 *
 * <p>Depends on {@code dev.bloomery.internal.geometry} and {@code dev.bloomery.internal.bits}.
 */
@NullMarked
package dev.bloomery.internal.bloom;

import org.jspecify.annotations.NullMarked;
