/**
 * Counts of keys that many threads add to, and locks for the keys of claims.
 *
 * <p>Depends on nothing.
 */
@NullMarked
package dev.bloomery.internal.count;

import org.jspecify.annotations.NullMarked;
