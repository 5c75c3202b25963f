package dev.bloomery.plan;

/**
 * What a lookup takes on average, for present and absent keys in the share that was given.
 *
 * @param withoutNanos nanoseconds if every lookup asks the store
 * @param withNanos nanoseconds if the filter is asked first, and the store only when it says <i>maybe</i>; what the filter itself
 *     takes is an estimate by cache lines and memory, good to a factor of two
 */
public record Latency(double withoutNanos, double withNanos) {

    /**
     * Whether lookups become faster.
     *
     * @return false if the filter costs more time than it saves
     */
    public boolean pays() {
        return withNanos < withoutNanos;
    }
}
