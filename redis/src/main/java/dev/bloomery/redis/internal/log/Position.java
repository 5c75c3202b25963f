package dev.bloomery.redis.internal.log;

/**
 * A place in the log: that of an entry.
 *
 * @param seq the number of the entry; that of the creation is 1
 * @param nonce what its writer drew at random: with the same number and the same nonce it is the same entry,
 *     and all before it are the same
 */
public record Position(long seq, String nonce) {}
