/**
 * What happens when a filter is full: the policy, the events that are heard, the exception.
 *
 * <p>Uses nothing of the other packages.
 */
@NullMarked
package dev.bloomery.capacity;

import org.jspecify.annotations.NullMarked;
