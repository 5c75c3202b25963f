package dev.bloomery.gate.simulation.engine;

/** What tasks touch that other tasks see. */
public enum Part {
    VIEW,
    PHASES,
    STRIPES,
    DOUBTS,
    MEMORY,
    FLIGHTS,
    FILTER,
    STORE,
    FEED
}
