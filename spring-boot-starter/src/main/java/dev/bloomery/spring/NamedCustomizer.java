package dev.bloomery.spring;

import dev.bloomery.gate.ExpiringGateBuilder;
import dev.bloomery.gate.GateBuilder;
import dev.bloomery.gate.LoadingGateBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** A customizer of the gate of one name. */
record NamedCustomizer(
        String name,
        Consumer<GateBuilder<?>> ofGate,
        Consumer<ExpiringGateBuilder<?>> ofExpiring,
        Consumer<LoadingGateBuilder<?, ?>> ofLoading)
        implements GateCustomizer {

    NamedCustomizer {
        Objects.requireNonNull(name, "name");
    }

    static GateCustomizer ofGate(String name, Consumer<GateBuilder<?>> change) {
        return new NamedCustomizer(name, Objects.requireNonNull(change, "change"), none -> {}, none -> {});
    }

    static GateCustomizer ofExpiring(String name, Consumer<ExpiringGateBuilder<?>> change) {
        return new NamedCustomizer(name, none -> {}, Objects.requireNonNull(change, "change"), none -> {});
    }

    static GateCustomizer ofLoading(String name, Consumer<LoadingGateBuilder<?, ?>> change) {
        return new NamedCustomizer(name, none -> {}, none -> {}, Objects.requireNonNull(change, "change"));
    }

    @Override
    public Optional<String> gate() {
        return Optional.of(name);
    }

    @Override
    public void customize(String gate, GateBuilder<?> builder) {
        apply(gate, builder, ofGate);
    }

    @Override
    public void customize(String gate, ExpiringGateBuilder<?> builder) {
        apply(gate, builder, ofExpiring);
    }

    @Override
    public void customize(String gate, LoadingGateBuilder<?, ?> builder) {
        apply(gate, builder, ofLoading);
    }

    private <B> void apply(String gate, B builder, Consumer<B> change) {
        if (gate.equals(name)) {
            change.accept(builder);
        }
    }
}
