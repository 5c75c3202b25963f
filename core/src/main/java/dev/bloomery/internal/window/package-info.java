/**
 * The slices of a filter that forgets, and the time by which it does.
 */
@NullMarked
package dev.bloomery.internal.window;

import org.jspecify.annotations.NullMarked;
