/**
 * What the operations of a gate share: which generations there are, which keys are being written or in doubt, which questions are on their way to
 * the store, and what was counted. Each class says which threads may use it, and why that is right.
 *
 * <p>Knows generations; no operation.
 */
@NullMarked
package dev.bloomery.gate.internal.state;

import org.jspecify.annotations.NullMarked;
