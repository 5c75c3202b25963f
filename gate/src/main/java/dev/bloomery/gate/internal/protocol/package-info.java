/**
 * The operations of a gate: lookup, write, rebuild, audit. The order in which they touch filter and store is what makes a gate exact;
 * {@code docs/adr/0020-the-order-of-a-gate.md} has the rules.
 *
 * <p>Uses the shared state and the generations; no gate and no builder.
 */
@NullMarked
package dev.bloomery.gate.internal.protocol;

import org.jspecify.annotations.NullMarked;
