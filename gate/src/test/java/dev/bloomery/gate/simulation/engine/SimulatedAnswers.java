package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.state.AnswerSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Answers from the simulated store. */
final class SimulatedAnswers extends AnswerSource<Integer, Boolean> {
    private final SimulatedStore store;

    SimulatedAnswers(SimulatedStore store) {
        super(Long.MAX_VALUE);
        this.store = store;
    }

    @Override
    public Optional<Boolean> ask(Integer key) {
        return store.contains(key) ? Optional.of(true) : Optional.empty();
    }

    @Override
    public Map<Integer, Boolean> askAll(Collection<Integer> keys) {
        Map<Integer, Boolean> found = new HashMap<>();
        for (Integer key : keys) {
            if (store.contains(key)) {
                found.put(key, true);
            }
        }
        return found;
    }
}
