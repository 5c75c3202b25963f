/**
 * The journal of a durable filter: its file format, and how operations get into it and out of it again. It knows hashes and
 * files, and nothing of filters.
 *
 * <p>Uses {@code internal.disk} and, for what can be wrong with a file, {@code snapshot}.
 */
@NullMarked
package dev.bloomery.internal.journal;

import org.jspecify.annotations.NullMarked;
