package dev.bloomery.spring.internal.aot;

import dev.bloomery.spring.internal.properties.BloomeryProperties;
import dev.bloomery.spring.internal.properties.FamilyProperties;
import dev.bloomery.spring.internal.properties.FilterProperties;
import dev.bloomery.spring.internal.properties.GateProperties;
import dev.bloomery.spring.internal.properties.SharedProperties;
import dev.bloomery.spring.internal.properties.StoreProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ReflectionUtils;

/**
 * Hints for a native image: the records that the properties become, and the classes that are looked for by their names when the
 * application runs. Bean definitions need none, because Spring generates code for them.
 */
public final class NativeHints implements RuntimeHintsRegistrar {
    private static final List<String> LOOKED_FOR = List.of(
            "com.zaxxer.hikari.HikariDataSource",
            "dev.bloomery.jdbc.JdbcKeyStore",
            "dev.bloomery.redis.RedisKeyStore",
            "dev.bloomery.redis.SharedFilter",
            "dev.bloomery.redis.StoredName",
            "io.lettuce.core.RedisClient",
            "org.springframework.data.redis.connection.jedis.JedisConnectionFactory",
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
            "org.springframework.jdbc.datasource.DelegatingDataSource",
            "redis.clients.jedis.UnifiedJedis");

    /** Spring makes one when it processes the application. */
    public NativeHints() {}

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        BindableRuntimeHintsRegistrar.forTypes(
                        BloomeryProperties.class,
                        BloomeryProperties.DefaultsProperties.class,
                        BloomeryProperties.HealthProperties.class,
                        BloomeryProperties.MetricsProperties.class,
                        GateProperties.class,
                        GateProperties.RebuildProperties.class,
                        FilterProperties.class,
                        FamilyProperties.class,
                        SharedProperties.class,
                        SharedProperties.SharedRedisProperties.class,
                        StoreProperties.class,
                        StoreProperties.JdbcProperties.class,
                        StoreProperties.RedisProperties.class)
                .registerHints(hints, loader);
        // what Spring converts 'store: memory' with
        var ofWord = ReflectionUtils.findMethod(StoreProperties.class, "valueOf", String.class);
        if (ofWord != null) {
            hints.reflection().registerMethod(ofWord, ExecutableMode.INVOKE);
        }
        LOOKED_FOR.forEach(name -> hints.reflection().registerTypeIfPresent(loader, name, type -> {}));
    }
}
