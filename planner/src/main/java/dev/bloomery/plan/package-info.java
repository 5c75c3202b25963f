/**
 * Which filter for what: from the keys, the FPP and what must be possible with them to a plan, its memory, FPP and cost, and the
 * alternatives beside it. Start at {@link dev.bloomery.plan.Planner}.
 *
 * <p>Arithmetic only: no filter is allocated. This package stands behind {@code dev.bloomery} and uses nothing else.
 */
@NullMarked
package dev.bloomery.plan;

import org.jspecify.annotations.NullMarked;
