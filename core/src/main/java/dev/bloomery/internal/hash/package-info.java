/**
 * The second arrow: bytes and a seed become 64 bits. A hash is named with its version and never changes under that name.
 *
 * <p>Depends on {@code dev.bloomery.key} and {@code dev.bloomery.internal.key}.
 */
@NullMarked
package dev.bloomery.internal.hash;

import org.jspecify.annotations.NullMarked;
