/**
 * Filters that live in a directory and survive a crash: a snapshot, and a journal of what happened since. Start at {@link
 * dev.bloomery.durable.DurableFilter} or {@link dev.bloomery.durable.DurableRemovableFilter}.
 *
 * <p>Uses the filters and their snapshots, {@code internal.journal} and {@code internal.disk}.
 */
@NullMarked
package dev.bloomery.durable;

import org.jspecify.annotations.NullMarked;
