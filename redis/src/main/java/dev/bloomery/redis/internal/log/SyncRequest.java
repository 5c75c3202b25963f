package dev.bloomery.redis.internal.log;

/**
 * What a follower tells with a sync.
 *
 * @param uuid the log that it follows
 * @param node its id
 * @param beat how often it has asked; so that no two reports of a node are the same
 * @param position up to which it has applied all entries
 * @param most how many entries it takes at most
 */
public record SyncRequest(String uuid, String node, long beat, Position position, int most) {}
