package dev.bloomery.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;

/** The clients that an application may have, in whatever version is on the class path. */
enum Client {
    JEDIS {
        @Override
        ConnectedClient to(int port, Duration timeout) {
            return connected(JedisOfAnyVersion.to(port, timeout));
        }

        @Override
        ConnectedClient toCluster(List<Integer> ports, Duration timeout) {
            return connected(JedisOfAnyVersion.toCluster(addresses(ports), timeout));
        }

        @Override
        ConnectedClient toPrimary(String name, List<Integer> sentinels, Duration timeout) {
            return connected(JedisOfAnyVersion.toPrimary(name, addresses(sentinels), timeout));
        }

        private static Set<HostAndPort> addresses(List<Integer> ports) {
            return ports.stream()
                    .map(port -> new HostAndPort("127.0.0.1", port))
                    .collect(Collectors.toSet());
        }

        private static ConnectedClient connected(UnifiedJedis jedis) {
            return new ConnectedClient(JedisServers.of(jedis), jedis::close);
        }
    },

    LETTUCE {
        @Override
        ConnectedClient to(int port, Duration timeout) {
            return connected(uri(port, timeout), timeout);
        }

        @Override
        ConnectedClient toPrimary(String name, List<Integer> sentinels, Duration timeout) {
            RedisURI.Builder uri = RedisURI.builder().withSentinelMasterId(name).withTimeout(timeout);
            sentinels.forEach(port -> uri.withSentinel("127.0.0.1", port));
            return connected(uri.build(), timeout);
        }

        private static ConnectedClient connected(RedisURI uri, Duration timeout) {
            var client = io.lettuce.core.RedisClient.create(THREADS, uri);
            client.setOptions(
                    ClientOptions.builder().socketOptions(socket(timeout)).build());
            return new ConnectedClient(LettuceServers.of(client, uri), client::shutdown);
        }

        @Override
        ConnectedClient toCluster(List<Integer> ports, Duration timeout) {
            var client = io.lettuce.core.cluster.RedisClusterClient.create(
                    THREADS, ports.stream().map(port -> uri(port, timeout)).toList());
            client.setOptions(ClusterClientOptions.builder()
                    .socketOptions(socket(timeout))
                    .build());
            return new ConnectedClient(LettuceServers.of(client), client::shutdown);
        }

        private static RedisURI uri(int port, Duration timeout) {
            return RedisURI.builder()
                    .withHost("127.0.0.1")
                    .withPort(port)
                    .withTimeout(timeout)
                    .build();
        }

        private static SocketOptions socket(Duration timeout) {
            return SocketOptions.builder().connectTimeout(timeout).build();
        }
    };

    /** For all clients of Lettuce in a test run; they end with the process. */
    private static final ClientResources THREADS = DefaultClientResources.create();

    /** A client of one server. */
    abstract ConnectedClient to(int port, Duration timeout);

    /** A client of a cluster. */
    abstract ConnectedClient toCluster(List<Integer> ports, Duration timeout);

    /** A client of the primary that sentinels name. */
    abstract ConnectedClient toPrimary(String name, List<Integer> sentinels, Duration timeout);
}
