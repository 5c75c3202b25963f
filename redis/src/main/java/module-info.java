/**
 * Redis or Valkey, one server or a cluster, as the store behind a gate.
 *
 * <p>Start at {@link dev.bloomery.redis.RedisKeyStore}.
 */
@SuppressWarnings(
        "requires-transitive-automatic") // Jedis has no module descriptor, but a name of its own in its manifest
module dev.bloomery.redis {
    requires transitive dev.bloomery.gate;
    requires transitive redis.clients.jedis;
    requires org.apache.commons.pool2; // Jedis needs it and, without a descriptor, cannot say so
    requires static transitive org.jspecify;

    exports dev.bloomery.redis;
}
