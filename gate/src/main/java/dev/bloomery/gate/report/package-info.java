/**
 * What a gate says about itself: its state, its numbers, what is wrong with it, and what came of a rebuild or an audit.
 *
 * <p>Values only. Uses no other package of this module.
 */
@NullMarked
package dev.bloomery.gate.report;

import org.jspecify.annotations.NullMarked;
