package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts that the operations of a gate share. All that one operation sees of another goes through them, the generations and the store; so a simulation
 * that passes in its own parts decides, at every access, which operation goes on.
 */
public class GateParts {
    public <K> GateViews<K> views(Generations<K> generations, @Nullable Generation<K> first) {
        return new GateViews<>(generations, first);
    }

    public WritePhases phases() {
        return new WritePhases();
    }

    public KeyStripes stripes(int stripes) {
        return new KeyStripes(stripes);
    }

    public <K> KeysInDoubt<K> keysInDoubt(LongSupplier nanoTime) {
        return new KeysInDoubt<>(nanoTime);
    }

    public <K> FalsePositives<K> falsePositives(int remembered) {
        return new FalsePositives<>(remembered);
    }

    public <V> Flights<V> flights() {
        return new Flights<>();
    }

    public Pauses pauses() {
        return new Pauses();
    }
}
