/**
 * The engine of durable filters: the directory, its snapshot and journals, checkpoints and recovery.
 *
 * <p>The API is in {@code dev.bloomery.durable}.
 */
@NullMarked
package dev.bloomery.internal.durable;

import org.jspecify.annotations.NullMarked;
