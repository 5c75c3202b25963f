/**
 * Very many small filters in little memory: owners and their keys as records in pages, an index of primitives over them, a log for those
 * that memory has no room for. Knows hashes of owners and keys, not the keys themselves.
 *
 * <p>Uses {@code dev.bloomery.internal.geometry}, {@code dev.bloomery.internal.disk}, the exceptions of {@code dev.bloomery.snapshot}, and
 * {@code KeyForm} of {@code dev.bloomery.key}.
 */
@NullMarked
package dev.bloomery.internal.family;

import org.jspecify.annotations.NullMarked;
