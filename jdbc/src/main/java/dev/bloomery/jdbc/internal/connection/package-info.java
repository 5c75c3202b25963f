/**
 * Takes connections of a data source, one for each task, and knows what became of a write that failed.
 *
 * <p>Uses dialects.
 */
@NullMarked
package dev.bloomery.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
