package dev.bloomery.redis.internal.log;

import java.util.Map;

/**
 * How far an entry has come.
 *
 * @param inChain whether it is still in the log
 * @param missing what those nodes of the roster have reported that have not passed it, by their ids
 */
public record Passed(boolean inChain, Map<String, String> missing) {}
