package dev.bloomery.gate.internal.guard;

import dev.bloomery.gate.store.StoreLocks.Epoch;
import org.jspecify.annotations.Nullable;

/**
 * How a gate found the store when it got alone.
 *
 * @param before the epoch that the store kept when the gate came, if nobody else has begun since then; null if somebody has, or if that is not known
 * @param own the epoch that the gate has begun; null if the store can keep none
 */
public record Entry(@Nullable Epoch before, @Nullable Epoch own) {

    /** Whether no gate at all has begun between this epoch and the own one: what was complete in it is complete now. */
    public boolean continues(@Nullable Epoch noted) {
        return Guard.isSame(before, noted);
    }
}
