package dev.bloomery.spring.internal.plan;

import dev.bloomery.redis.Consistency;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A shared filter that can be opened, or created.
 *
 * @param name as it was written
 * @param beanName in camel case
 * @param redisName its name in Redis
 * @param serversBean null: the connection of the application
 * @param consistency null: that of the filter that is there, or of the builder
 * @param replicas null: that of the builder
 * @param longestWait null: that of the builder
 * @param creation null: it is only opened
 */
public record SharedPlan(
        String name,
        String beanName,
        Keys keys,
        String redisName,
        @Nullable String serversBean,
        @Nullable Consistency consistency,
        @Nullable Integer replicas,
        @Nullable Duration longestWait,
        @Nullable Creation creation) {

    /**
     * How it is created if there is none.
     *
     * @param sourceBean null: without keys
     * @param serverLoses null: nobody knows; zero: nothing
     * @param window null: no key is forgotten
     * @param clocksWithin null: that of the builder
     */
    public record Creation(
            @Nullable String sourceBean,
            BloomSpec spec,
            @Nullable Duration serverLoses,
            boolean growing,
            @Nullable Duration window,
            int slices,
            @Nullable Duration clocksWithin,
            int shards) {}
}
