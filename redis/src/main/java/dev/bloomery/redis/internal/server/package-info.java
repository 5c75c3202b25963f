/**
 * What a store needs of a client of Redis, and nothing else: connections on which a command is sent once.
 *
 * <p>{@code Servers} and {@code Line} are what an adapter for a client implements; {@code Routes} sends commands by
 * them to the server that has a name, whichever client it is.
 */
@NullMarked
package dev.bloomery.redis.internal.server;

import org.jspecify.annotations.NullMarked;
