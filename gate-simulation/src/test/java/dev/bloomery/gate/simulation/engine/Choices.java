package dev.bloomery.gate.simulation.engine;

/** Whatever a simulation leaves open: whose turn it is, what the store does. */
public interface Choices {
    /** A number from 0 to n - 1; 0 is the ordinary thing. */
    int below(int n);

    /** Whether something rare happens, one time of n. */
    boolean oneIn(int n);
}
