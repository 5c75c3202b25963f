/**
 * The filters of a gate, one after the other: a generation is one filter, or one family of filters, between two rebuilds. They are in memory, or in
 * a directory that outlives the process.
 *
 * <p>Knows nothing of lookups, writes and threads.
 */
@NullMarked
package dev.bloomery.gate.internal.generation;

import org.jspecify.annotations.NullMarked;
