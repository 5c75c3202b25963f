package dev.bloomery.capacity;

/** What a {@link CapacityListener} hears. */
public sealed interface CapacityEvent {

    /**
     * The count of insertions when it was noticed.
     *
     * @return the insertions
     */
    long insertions();

    /**
     * The filter is filled to the level that was chosen: it has at least as many distinct keys, but for a chance of one in 10^12. So it may come
     * a little later than the key that reached the level; how much is stated at {@link CapacityPolicy#REJECT}.
     *
     * @param insertions the count
     * @param capacity the number of keys the filter was made for
     * @param level the share of the capacity that was chosen, 0.9 if none was
     */
    record LevelReached(long insertions, long capacity, double level) implements CapacityEvent {}

    /**
     * The filter has more keys than its capacity, but for a chance of one in 10^12, and its FPP by formula is above the target, by a hundredth
     * of it or more.
     *
     * @param insertions the count
     * @param expectedFpp the FPP now
     * @param targetFpp the FPP that was asked for
     */
    record TargetPassed(long insertions, double expectedFpp, double targetFpp) implements CapacityEvent {}

    /**
     * A scalable filter has grown by a slice.
     *
     * @param insertions the count
     * @param slices slices it has now
     * @param capacity keys it takes now
     * @param sizeInBits bits of all slices
     * @param oneFilterBits bits of one filter made for that capacity at the target, for comparison
     */
    record Grown(long insertions, int slices, long capacity, long sizeInBits, long oneFilterBits)
            implements CapacityEvent {}

    /**
     * A counter of a filter that can remove has reached its largest value (15, or 255) and sticks there: its keys may look present for ever. Told
     * once for a filter, at the first; {@code info()} counts them. Use counters of 8 bits, or add a key less often.
     *
     * @param insertions the count
     * @param counters how many became stuck at that moment, in a loaded or merged filter how many are
     */
    record CounterStuck(long insertions, long counters) implements CapacityEvent {}

    /**
     * A scalable filter is full and may not grow: the next slice would pass its memory ceiling.
     *
     * @param insertions the count
     * @param sizeInBits bits of all slices
     * @param ceilingBits the ceiling
     */
    record CeilingReached(long insertions, long sizeInBits, long ceilingBits) implements CapacityEvent {}

    /**
     * A family has used the share of its memory budget that was chosen.
     *
     * @param insertions keys of all owners
     * @param memoryBytes memory of the family
     * @param budgetBytes its budget
     * @param level the share of the budget that was chosen
     */
    record BudgetReached(long insertions, long memoryBytes, long budgetBytes, double level) implements CapacityEvent {}
}
