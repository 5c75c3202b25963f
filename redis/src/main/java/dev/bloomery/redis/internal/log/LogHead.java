package dev.bloomery.redis.internal.log;

import java.util.Map;

/**
 * The head of a log.
 *
 * @param uuid of its creation; another one: another log
 * @param leaseMillis the lease that all who use it must have
 * @param position of its last entry
 * @param more the further fields that were asked for, without those that are missing
 */
public record LogHead(String uuid, long leaseMillis, Position position, Map<String, byte[]> more) {}
