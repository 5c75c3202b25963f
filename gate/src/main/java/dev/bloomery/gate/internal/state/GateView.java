package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.report.GateState;
import org.jspecify.annotations.Nullable;

/** What a gate is at one moment; replaced as a whole, so that the same object means that nothing has changed. */
public final class GateView<K> {
    private static final GateView<?> NONE = new GateView<>(GateState.BUILDING, null, null);

    private final GateState state;
    private final @Nullable Generation<K> current;
    private final @Nullable Generation<K> building;
    private final @Nullable Generation<K> answering;

    public GateView(GateState state, @Nullable Generation<K> current, @Nullable Generation<K> building) {
        this.state = state;
        this.current = current;
        this.building = building;
        this.answering = state == GateState.ACTIVE ? current : null;
    }

    /** Stands for no view; no gate ever has it. */
    @SuppressWarnings("unchecked") // it has no keys
    public static <K> GateView<K> none() {
        return (GateView<K>) NONE;
    }

    public GateState state() {
        return state;
    }

    /** What is asked, and gets every add; null if there is none that could be completed. */
    @Nullable
    public Generation<K> current() {
        return current;
    }

    /** What may say no; null if the gate is not active. */
    @Nullable
    public Generation<K> answering() {
        return answering;
    }

    /** What is being scanned for, and gets every add, too. */
    @Nullable
    public Generation<K> building() {
        return building;
    }

    /** The generation of the process before, until it was looked at whether it belongs to the store. */
    @Nullable
    public Generation<K> unchecked() {
        return state == GateState.BUILDING ? current : null;
    }

    public boolean isActive() {
        return state == GateState.ACTIVE;
    }

    public void requireOpen() {
        if (state == GateState.CLOSED) {
            throw new IllegalStateException("the gate is closed; open another one");
        }
    }

    public GateView<K> withBuilding(@Nullable Generation<K> generation) {
        return new GateView<>(state, current, generation);
    }
}
