package dev.bloomery.internal.capacity;

/** The count of a filter of fixed size, as its {@link CapacityWatch} reads it. */
public interface CapacityCount {

    /** What the capacity is judged by: see {@link CapacityGauge}. */
    long known();

    /** What {@code info()} calls the insertions. */
    long insertions();
}
