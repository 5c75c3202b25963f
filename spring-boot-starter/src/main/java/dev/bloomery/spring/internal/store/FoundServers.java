package dev.bloomery.spring.internal.store;

import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.LettuceServers;
import dev.bloomery.redis.RedisServers;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import redis.clients.jedis.UnifiedJedis;

/** Finds what the application has of a Redis. Every library that it looks for may be missing. */
final class FoundServers {
    private static final String LETTUCE_FACTORY =
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";
    private static final String JEDIS_FACTORY =
            "org.springframework.data.redis.connection.jedis.JedisConnectionFactory";

    private static final boolean LETTUCE = isPresent("io.lettuce.core.RedisClient");
    private static final boolean JEDIS = isPresent("redis.clients.jedis.UnifiedJedis");
    private static final boolean SPRING_DATA = isPresent(LETTUCE_FACTORY);

    private static final String ADVICE =
            "add spring-boot-starter-data-redis and set spring.data.redis.*, or define a bean of RedisServers, and name it by 'servers' if there are several";

    private FoundServers() {}

    private static boolean isPresent(String name) {
        return ClassUtils.isPresent(name, FoundServers.class.getClassLoader());
    }

    static RedisServers find(BeanFactory beans, String name, OwnClients clients) {
        if (!name.isEmpty()) {
            Object bean = beans.getBean(name);
            RedisServers servers = serversOf(bean, clients);
            if (servers == null) {
                throw new IllegalStateException(
                        "the bean '" + name + "' is a "
                                + bean.getClass().getName() + ", with which a store cannot work;"
                                + " name one that is RedisServers, UnifiedJedis, RedisClusterClient or a RedisConnectionFactory");
            }
            return servers;
        }
        if (SPRING_DATA && LETTUCE) {
            RedisServers servers = only(beans, LETTUCE_FACTORY, clients);
            if (servers != null) {
                return servers;
            }
        }
        if (SPRING_DATA && JEDIS) {
            RedisServers servers = only(beans, JEDIS_FACTORY, clients);
            if (servers != null) {
                return servers;
            }
        }
        throw new IllegalStateException(
                "a gate or a shared filter is over Redis, and the application has no connection to one; " + ADVICE);
    }

    private static @Nullable RedisServers only(BeanFactory beans, String type, OwnClients clients) {
        Class<?> factory = ClassUtils.resolveClassName(type, FoundServers.class.getClassLoader());
        List<String> names = List.of(((ListableBeanFactory) beans).getBeanNamesForType(factory));
        if (names.isEmpty()) {
            return null;
        }
        Object bean = beans.getBeanProvider(factory).getIfUnique();
        if (bean == null) {
            throw new IllegalStateException(
                    "the application has several connections to Redis, " + names + "; name one of them by 'servers'");
        }
        return serversOf(bean, clients);
    }

    private static @Nullable RedisServers serversOf(Object bean, OwnClients clients) {
        if (bean instanceof RedisServers servers) {
            return servers;
        }
        if (JEDIS) {
            RedisServers servers = Jedis.of(bean, clients);
            if (servers != null) {
                return servers;
            }
        }
        return LETTUCE ? Lettuce.of(bean) : null;
    }

    /** A class of its own, which is not loaded where Lettuce is missing. */
    private static final class Lettuce {
        static @Nullable RedisServers of(Object bean) {
            if (bean instanceof RedisClusterClient cluster) {
                return LettuceServers.of(cluster);
            }
            return SPRING_DATA ? LettuceOfSpring.servers(bean) : null;
        }
    }

    /** A class of its own, which is not loaded where Jedis is missing. */
    private static final class Jedis {
        static @Nullable RedisServers of(Object bean, OwnClients clients) {
            if (bean instanceof UnifiedJedis jedis) {
                return JedisServers.of(jedis);
            }
            return SPRING_DATA ? JedisOfSpring.servers(bean, clients) : null;
        }
    }
}
