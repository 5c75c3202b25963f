package dev.bloomery.gate.report;

/**
 * What a rebuild did.
 *
 * @param keys keys that the store handed over
 * @param inDoubt keys that were added because a write of them is in doubt
 * @param nanos how long it took, waiting for writes included
 */
public record RebuildReport(long keys, int inDoubt, long nanos) {}
