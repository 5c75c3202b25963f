package dev.bloomery.gate.internal.generation;

import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.info.DurableStatistics;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the generations of a gate, and knows what of them outlives it. */
public interface Generations<K> {

    /**
     * What a gate begins with; called once.
     *
     * @return a generation that has every key of the store, or null if there is none
     */
    @Nullable
    default Generation<K> first() {
        return null;
    }

    /** For how long a generation will remember, if that is known before there is one; null: for ever, or not known. */
    @Nullable
    default Duration plannedWindow() {
        return null;
    }

    /** Whether a new one is in memory alone, and costs nothing but that. */
    default boolean areInMemory() {
        return false;
    }

    /**
     * From now on this is heard of each new one. Called before {@link #first}.
     *
     * @throws IllegalStateException if it cannot be
     */
    default void onCapacity(CapacityChoice choice) {
        throw new IllegalStateException(
                "the filters of this gate are of your own making; say onCapacity(...) where you build them");
    }

    /** What all of them have done on their disk so far; empty if they are in memory. */
    default Optional<DurableStatistics> statistics() {
        return Optional.empty();
    }

    /** A new one, empty. */
    Generation<K> next();

    /**
     * The epoch of the store in which the first generation was complete; asked after {@link #first}.
     *
     * @return null: none was noted
     */
    @Nullable
    default Epoch notedEpoch() {
        return null;
    }

    /**
     * What is complete is so in this epoch of the store, from now on.
     *
     * @param epoch null: the store keeps none
     */
    default void noteEpoch(@Nullable Epoch epoch) {}

    /**
     * From the return on a crash leaves this generation, which is complete, to the next start, and no other. Called before it answers and before
     * any write goes to it alone.
     */
    default void complete(Generation<K> generation) {}

    /** From the return on a crash leaves none. Called before any write goes past the generation that answers. */
    default void incomplete() {}

    /**
     * Ends it, after everything else.
     *
     * @param complete the generation that answered, closed; null if none did
     */
    default void close(@Nullable Generation<K> complete) {}
}
