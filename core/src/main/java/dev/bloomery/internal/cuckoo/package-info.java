/**
 * The fourth arrow for fingerprints: buckets meet bits. A table is a geometry, packed slots, a short probe loop, and a search for
 * room.
 *
 * <p>Depends on {@code dev.bloomery.internal.geometry} and {@code dev.bloomery.internal.bits}.
 */
@NullMarked
package dev.bloomery.internal.cuckoo;

import org.jspecify.annotations.NullMarked;
