package dev.bloomery.gate.report;

/**
 * What an audit found.
 *
 * @param keys keys that the store handed over
 * @param missing of these, keys that are in the store and that the filter does not know: somebody has written past the gate
 * @param undecided of these, keys that the filter did not know but that were written all the time, so that it cannot be told
 */
public record AuditReport(long keys, long missing, long undecided) {}
