package dev.bloomery.spring.internal.store;

import dev.bloomery.redis.LettuceServers;
import dev.bloomery.redis.RedisServers;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The client of Lettuce that Spring made: Boot built it from its connection details, so service connections, SSL bundles and
 * customizers are in it, whatever classes they are made of in this line of Boot. It does not show its address, which is put together
 * again.
 */
final class LettuceOfSpring {
    private static final int SENTINEL_PORT = 26_379;

    private LettuceOfSpring() {}

    /** Null: the bean is something else. */
    static @Nullable RedisServers servers(Object bean) {
        if (!(bean instanceof LettuceConnectionFactory factory)) {
            return null;
        }
        AbstractRedisClient client = factory.getNativeClient();
        if (client == null) {
            factory.start();
            client = factory.getRequiredNativeClient();
        }
        return client instanceof RedisClusterClient cluster
                ? LettuceServers.of(cluster)
                : LettuceServers.of((RedisClient) client, address(factory));
    }

    private static RedisURI address(LettuceConnectionFactory factory) {
        RedisSentinelConfiguration sentinels = factory.getSentinelConfiguration();
        RedisURI.Builder builder = sentinels == null ? ofServer(factory) : ofSentinels(sentinels);
        builder.withTimeout(Duration.ofMillis(factory.getTimeout()))
                .withSsl(factory.isUseSsl())
                .withVerifyPeer(factory.getClientConfiguration().getVerifyMode())
                .withStartTls(factory.isStartTls())
                .withDatabase(factory.getDatabase());
        String name = factory.getClientName();
        return (name == null ? builder : builder.withClientName(name)).build();
    }

    private static RedisURI.Builder ofServer(LettuceConnectionFactory factory) {
        if (factory.getSocketConfiguration() != null) {
            throw new IllegalStateException(
                    "the application reaches Redis by a socket of the file system, which a store cannot use; define a bean of RedisServers over TCP");
        }
        RedisStandaloneConfiguration server = factory.getStandaloneConfiguration();
        RedisURI.Builder builder =
                RedisURI.builder().withHost(server.getHostName()).withPort(server.getPort());
        return withUser(builder, server.getUsername(), server.getPassword());
    }

    private static RedisURI.Builder ofSentinels(RedisSentinelConfiguration sentinels) {
        if (sentinels.getMaster() == null) {
            throw new IllegalStateException("spring.data.redis.sentinel.master is missing; set it");
        }
        RedisURI.Builder builder = RedisURI.builder()
                .withSentinelMasterId(String.valueOf(sentinels.getMaster().getName()));
        RedisPassword password = sentinels.getSentinelPassword();
        for (RedisNode node : sentinels.getSentinels()) {
            Integer port = node.getPort();
            RedisURI.Builder one = RedisURI.builder()
                    .withHost(Objects.requireNonNull(node.getHost(), "the host of a sentinel"))
                    .withPort(port == null ? SENTINEL_PORT : port);
            builder.withSentinel(
                    withUser(one, sentinels.getSentinelUsername(), password).build());
        }
        return withUser(builder, sentinels.getUsername(), sentinels.getPassword());
    }

    private static RedisURI.Builder withUser(RedisURI.Builder builder, @Nullable String user, RedisPassword password) {
        if (password.isPresent()) {
            if (user == null) {
                builder.withPassword(password.get());
            } else {
                builder.withAuthentication(user, password.get());
            }
        }
        return builder;
    }
}
