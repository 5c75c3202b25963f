/**
 * Where bits live and how threads share them. Knows nothing of keys, hashes or filters.
 *
 * <p>Depends on nothing.
 */
@NullMarked
package dev.bloomery.internal.bits;

import org.jspecify.annotations.NullMarked;
