package dev.bloomery.spring;

import dev.bloomery.gate.ExpiringGateBuilder;
import dev.bloomery.gate.GateBuilder;
import dev.bloomery.gate.LoadingGateBuilder;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Says to the builder of a gate what properties cannot, after the properties and before the gate is opened. Each bean of this type
 * is asked for each gate that the properties describe.
 *
 * <pre>{@code
 * @Bean
 * GateCustomizer alarm() {
 *     return GateCustomizer.of("usernames", builder -> builder.fppAlarm(5, 50_000));
 * }
 * }</pre>
 */
public interface GateCustomizer {

    /**
     * The gate that it is meant for; a name that no gate has keeps the application from starting.
     *
     * @return the name of a gate as it is in the properties; empty: for all gates
     */
    default Optional<String> gate() {
        return Optional.empty();
    }

    /**
     * For a gate over a store.
     *
     * @param name the name of the gate, as it is in the properties
     * @param builder its builder
     */
    default void customize(String name, GateBuilder<?> builder) {}

    /**
     * For a gate whose keys expire.
     *
     * @param name the name of the gate, as it is in the properties
     * @param builder its builder
     */
    default void customize(String name, ExpiringGateBuilder<?> builder) {}

    /**
     * For a gate in front of a loader.
     *
     * @param name the name of the gate, as it is in the properties
     * @param builder its builder
     */
    default void customize(String name, LoadingGateBuilder<?, ?> builder) {}

    /**
     * For the gate of one name, over a store.
     *
     * @param name the name of the gate, as it is in the properties
     * @param change what to say to the builder
     * @return the customizer, to be made a bean
     */
    static GateCustomizer of(String name, Consumer<GateBuilder<?>> change) {
        return NamedCustomizer.ofGate(name, change);
    }

    /**
     * The same for a gate whose keys expire.
     *
     * @param name the name of the gate, as it is in the properties
     * @param change what to say to the builder
     * @return the customizer, to be made a bean
     */
    static GateCustomizer ofExpiring(String name, Consumer<ExpiringGateBuilder<?>> change) {
        return NamedCustomizer.ofExpiring(name, change);
    }

    /**
     * The same for a gate in front of a loader.
     *
     * @param name the name of the gate, as it is in the properties
     * @param change what to say to the builder
     * @return the customizer, to be made a bean
     */
    static GateCustomizer ofLoading(String name, Consumer<LoadingGateBuilder<?, ?>> change) {
        return NamedCustomizer.ofLoading(name, change);
    }
}
