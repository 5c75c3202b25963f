/**
 * The interfaces that a store implements so that a gate can stand in front of it: {@link dev.bloomery.gate.store.KeyStore} and its relatives,
 * {@link dev.bloomery.gate.store.Loader} for values, and {@link dev.bloomery.gate.store.KeyFeed} for keys that others write.
 *
 * <p>Uses no other package of this module: a store needs nothing of the gate.
 */
@NullMarked
package dev.bloomery.gate.store;

import org.jspecify.annotations.NullMarked;
