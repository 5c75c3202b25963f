package dev.bloomery.plan;

/**
 * A kind that has no size for a question, so that there is nothing to compare.
 *
 * @param kind the kind
 * @param reason why not, and what would be possible
 */
public record RuledOut(Kind kind, String reason) {}
