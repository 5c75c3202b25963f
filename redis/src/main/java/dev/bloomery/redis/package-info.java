/**
 * {@link dev.bloomery.redis.RedisKeyStore}: keys that are names in a Redis or a Valkey, behind a {@link dev.bloomery.gate.Gate}.
 *
 * <p>{@code KeyNames} makes names of keys and keys of names, {@code Servers} finds the server of a name and all servers of a scan, and the store
 * says what became of a write. {@code docs/adr/0022-redis-behind-a-gate.md} has the reasons.
 */
@NullMarked
package dev.bloomery.redis;

import org.jspecify.annotations.NullMarked;
