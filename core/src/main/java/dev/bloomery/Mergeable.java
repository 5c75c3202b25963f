package dev.bloomery;

import dev.bloomery.capacity.FilterFullException;

/**
 * A filter that takes over the keys of another one.
 *
 * @param <F> the kind of filter
 */
public interface Mergeable<F> {

    /**
     * Adds all keys of {@code other}: afterwards this filter is, bit for bit, the one that all the keys of both would have
     * made. The keys that come new are estimated and added to the count, and the capacity policy applies. Adds to this
     * filter may go on meanwhile, unless it is for a single writer; {@code other} is not changed.
     *
     * @param other a filter of the same spec, seed and encoder
     * @throws IllegalArgumentException if spec or seed differ; the message says in what
     * @throws FilterFullException if the policy is to reject and both together are, by estimate, beyond the capacity; nothing is changed
     */
    void mergeFrom(F other);
}
