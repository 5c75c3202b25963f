/**
 * Finds out whether other gates have the same store open, by locks that the store keeps, and so whether this gate may write and whether it may answer by itself.
 *
 * <p>Knows the locks of stores; no filter and no operation.
 */
@NullMarked
package dev.bloomery.gate.internal.guard;

import org.jspecify.annotations.NullMarked;
