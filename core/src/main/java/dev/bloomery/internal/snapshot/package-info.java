/**
 * The file format of filters: header, body, checksums. Knows bytes and lengths, nothing of what they mean to a filter; the format is
 * described in {@code docs/format.md}.
 *
 * <p>Uses {@code snapshot}, for what can be wrong, {@code internal.disk}, for files that are mapped, and {@code KeyForm} of
 * {@code key}, for the encoder that a header names.
 */
@NullMarked
package dev.bloomery.internal.snapshot;

import org.jspecify.annotations.NullMarked;
