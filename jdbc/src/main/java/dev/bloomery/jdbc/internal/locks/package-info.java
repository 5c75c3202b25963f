/**
 * How gates over one table know of each other: locks of the database or of a file beside it, and the epoch, which a table keeps.
 *
 * <p>Uses connections; no store.
 */
@NullMarked
package dev.bloomery.jdbc.internal.locks;

import org.jspecify.annotations.NullMarked;
