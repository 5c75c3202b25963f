/**
 * A filter that several processes share through Redis: its bits in chunks, a log of what was added, a copy of the bits in every process.
 *
 * <p>{@code SharedServer} is what the server does, each method in one atomic step; {@code RedisSharedServer} is the server by scripts. {@code Replica} is the copy,
 * {@code SharedReader} brings it up to date by the log, {@code AddTask} brings keys to the server and knows when everybody has them. None of these waits or
 * reads a clock of its own, so that a simulation can schedule them.
 */
@NullMarked
package dev.bloomery.redis.internal.shared;

import org.jspecify.annotations.NullMarked;
