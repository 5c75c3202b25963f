package dev.bloomery.redis.internal.lettuce;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.lang.reflect.Method;

/**
 * How to connect to the nodes of a cluster: as the first address says that the user gave to the client, but for host
 * and port. What a client tells of a node is only where it is, without user, password, encryption and timeout. The
 * first address is shown to subclasses alone, so it is read by reflection.
 *
 * @param settings the first address
 */
record NodeAddresses(RedisURI settings) {

    static NodeAddresses of(RedisClusterClient client) {
        try {
            Method first = RedisClusterClient.class.getDeclaredMethod("getFirstUri");
            first.setAccessible(true);
            return new NodeAddresses((RedisURI) first.invoke(client));
        } catch (ReflectiveOperationException | RuntimeException problem) {
            throw new IllegalStateException(
                    "this version of Lettuce does not show the addresses that a client was given; set io.lettuce:lettuce-core to"
                            + " one from 6.6.0 to 7.7.0",
                    problem);
        }
    }

    RedisURI of(RedisClusterNode node) {
        RedisURI place = node.getUri();
        return RedisURI.builder(settings)
                .withHost(place.getHost())
                .withPort(place.getPort())
                .build();
    }
}
