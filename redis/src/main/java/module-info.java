/**
 * Redis or Valkey, one server or a cluster, as the store behind a gate.
 *
 * <p>Start at {@link dev.bloomery.redis.RedisKeyStore}.
 */
module dev.bloomery.redis {
    requires transitive dev.bloomery.gate;
    // one of these the application has; none of them has a descriptor
    requires static redis.clients.jedis;
    requires static org.apache.commons.pool2; // Jedis needs it and, without a descriptor, cannot say so
    requires static lettuce.core;
    requires static transitive org.jspecify;

    exports dev.bloomery.redis;
}
