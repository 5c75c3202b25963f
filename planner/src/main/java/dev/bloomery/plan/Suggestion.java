package dev.bloomery.plan;

/**
 * What could be done instead of what was asked.
 *
 * @param text in words
 * @param question a question for which there is a plan
 */
public record Suggestion(String text, Question question) {}
