package dev.bloomery.spring.internal.store;

import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.RedisServers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/**
 * A client of Jedis with the settings of the one that Spring made, which is not shown in all versions. The classes used here are the same
 * from Jedis 6 to 8.
 */
final class JedisOfSpring {
    private static final int SENTINEL_PORT = 26_379;
    private static final int PORT = 6_379;

    private JedisOfSpring() {}

    /** Null: the bean is something else. */
    @SuppressWarnings("deprecation") // Jedis 7.2 has builders in place of this constructor, which 6 does not have
    static @Nullable RedisServers servers(Object bean, OwnClients clients) {
        if (!(bean instanceof JedisConnectionFactory factory)) {
            return null;
        }
        UnifiedJedis jedis = new UnifiedJedis(provider(factory), 1, Duration.ofSeconds(1));
        clients.closeLater(jedis::close);
        return JedisServers.of(jedis);
    }

    private static ConnectionProvider provider(JedisConnectionFactory factory) {
        RedisClusterConfiguration cluster = factory.getClusterConfiguration();
        if (cluster != null) {
            return new ClusterConnectionProvider(
                    addresses(cluster.getClusterNodes(), PORT),
                    config(factory, cluster.getUsername(), cluster.getPassword())
                            .build());
        }
        RedisSentinelConfiguration sentinels = factory.getSentinelConfiguration();
        if (sentinels != null) {
            JedisClientConfig ofPrimary = config(factory, sentinels.getUsername(), sentinels.getPassword())
                    .database(factory.getDatabase())
                    .build();
            JedisClientConfig ofSentinels = config(
                            factory, sentinels.getSentinelUsername(), sentinels.getSentinelPassword())
                    .build();
            return new SentineledConnectionProvider(
                    String.valueOf(Objects.requireNonNull(sentinels.getMaster(), "the name of the primary")
                            .getName()),
                    ofPrimary,
                    addresses(sentinels.getSentinels(), SENTINEL_PORT),
                    ofSentinels);
        }
        RedisStandaloneConfiguration server = Objects.requireNonNull(factory.getStandaloneConfiguration());
        return new PooledConnectionProvider(
                new HostAndPort(server.getHostName(), server.getPort()),
                config(factory, server.getUsername(), server.getPassword())
                        .database(factory.getDatabase())
                        .build());
    }

    private static DefaultJedisClientConfig.Builder config(
            JedisConnectionFactory factory, @Nullable String user, RedisPassword password) {
        JedisClientConfiguration given = factory.getClientConfiguration();
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(
                        Math.toIntExact(given.getConnectTimeout().toMillis()))
                .socketTimeoutMillis(Math.toIntExact(given.getReadTimeout().toMillis()))
                .ssl(given.isUseSsl());
        given.getSslSocketFactory().ifPresent(builder::sslSocketFactory);
        given.getSslParameters().ifPresent(builder::sslParameters);
        given.getHostnameVerifier().ifPresent(builder::hostnameVerifier);
        given.getClientName().ifPresent(builder::clientName);
        if (password.isPresent()) {
            builder.password(new String(password.get()));
        }
        if (user != null) {
            builder.user(user);
        }
        return builder;
    }

    private static Set<HostAndPort> addresses(Iterable<RedisNode> nodes, int defaultPort) {
        Set<HostAndPort> addresses = new HashSet<>();
        for (RedisNode node : nodes) {
            Integer port = node.getPort();
            addresses.add(new HostAndPort(
                    Objects.requireNonNull(node.getHost(), "the host of a server"), port == null ? defaultPort : port));
        }
        return addresses;
    }
}
