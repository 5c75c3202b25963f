/**
 * Where the bytes of a key are collected before they are hashed: one buffer a thread, used again and again.
 *
 * <p>Depends on {@code dev.bloomery.key}.
 */
@NullMarked
package dev.bloomery.internal.key;

import org.jspecify.annotations.NullMarked;
