package dev.bloomery.redis.internal.log;

/**
 * What a writer puts into an entry.
 *
 * @param kind what it says, by one word
 * @param data the rest of it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them, and nobody changes the arrays
public record LogData(String kind, byte[] data) {}
