/**
 * The two layers: a filter that answers <i>no</i> by itself, and a store that decides the rest. {@link dev.bloomery.gate.Gate} answers whether a
 * key is there, {@link dev.bloomery.gate.LoadingGate} fetches what belongs to it.
 *
 * <p>What a store implements is in {@link dev.bloomery.gate.store}, what a gate says about itself in {@link dev.bloomery.gate.report}. The order in
 * which filter and store are touched is the point of it all; it is in {@code Write}, {@code Lookup} and {@code Rebuild} of
 * {@code dev.bloomery.gate.internal.protocol}, step by step, and {@code docs/adr/0020-the-order-of-a-gate.md} has the rules.
 */
@NullMarked
package dev.bloomery.gate;

import org.jspecify.annotations.NullMarked;
