/**
 * A log in Redis that several processes write and follow, with a proof of being up to date.
 *
 * <p>{@code LogServer} is what the server does, each method in one atomic step. {@code Follower} reads the
 * log, and knows until when it has read
 * everything. {@code Announcer} and {@code Announcement} write an entry and know when every follower has it,
 * or knows that it lacks something. Neither of them waits or reads a
 * clock of its own, so that a simulation can schedule them; {@code FollowerThread} and {@code
 * Announcer#await} do the waiting. {@code RedisLogServer} is
 * the server by scripts.
 */
@NullMarked
package dev.bloomery.redis.internal.log;

import org.jspecify.annotations.NullMarked;
