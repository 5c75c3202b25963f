package dev.bloomery.spring.internal.properties;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The tree under {@code bloomery} as it is written, not yet checked.
 *
 * @param defaults What holds for all instances that do not say otherwise.
 * @param gates Gates: a filter in front of a store, or in front of a loader. The name is that of the bean.
 * @param filters Filters in memory, in a directory, or read from a file. The name is that of the bean.
 * @param families Families: a small filter for each of very many owners. The name is that of the bean.
 * @param shared Filters that several processes share, in a Redis. The name is that of the bean.
 * @param health What gates and filters contribute to the health of the application.
 * @param metrics Meters of gates and filters.
 */
@ConfigurationProperties("bloomery")
public record BloomeryProperties(
        @DefaultValue DefaultsProperties defaults,
        @DefaultValue Map<String, GateProperties> gates,
        @DefaultValue Map<String, FilterProperties> filters,
        @DefaultValue Map<String, FamilyProperties> families,
        @DefaultValue Map<String, SharedProperties> shared,
        @DefaultValue HealthProperties health,
        @DefaultValue MetricsProperties metrics) {

    /**
     * What holds for all instances that do not say otherwise.
     *
     * @param fpp The FPP of filters whose text has none, a probability such as 0.01.
     * @param hardened Whether keys are hashed with a keyed hash that strangers cannot see through.
     * @param start How gates begin.
     * @param warmTimeout How long a start that is warm keeps the application from being ready.
     */
    public record DefaultsProperties(
            @Nullable Double fpp,
            @DefaultValue("false") Boolean hardened,
            @DefaultValue("background") StartMode start,
            @DefaultValue("10m") java.time.Duration warmTimeout) {}

    /**
     * What gates and filters contribute to the health of the application.
     *
     * @param degraded The status of a gate that asks its store for everything, or of a shared filter that may not say no.
     */
    public record HealthProperties(@DefaultValue("up") DegradedHealth degraded) {}

    /** The health of an application with a gate that is not active. */
    public enum DegradedHealth {
        /** Answers are exact, and slow. */
        UP,
        /** Out of service. */
        OUT_OF_SERVICE,
        /** Down. */
        DOWN
    }

    /**
     * Meters of gates and filters.
     *
     * @param enabled Whether there are meters, if Micrometer is there.
     */
    public record MetricsProperties(@DefaultValue("true") Boolean enabled) {}
}
