package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeyStripes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lookup of many keys, which asks the store once for all that the filter cannot answer. The rules are those of {@link Lookup}, for each
 * key; it joins nobody's question, and nobody joins its own.
 */
public final class BatchLookup<K, V> {
    private record Open<K>(K key, long changes) {}

    private final GateCore<K> core;
    private final AnswerSource<K, V> answers;
    private final Collection<? extends K> keys;
    /** The generation that was asked, and answered for the gate; null if there was none. */
    private @Nullable Generation<K> tested;

    private final List<Open<K>> open = new ArrayList<>();

    /** @param keys without doubles; they must be fit to be held */
    public BatchLookup(GateCore<K> core, AnswerSource<K, V> answers, Collection<? extends K> keys) {
        this.core = core;
        this.answers = answers;
        this.keys = keys;
    }

    /**
     * Does it.
     *
     * @return those of the keys that are there, in their order
     * @throws dev.bloomery.gate.store.StoreException if the store failed
     */
    public Map<K, V> run() {
        recall(askFilter());
        core.counts.sparedOfMany(keys.size() - open.size(), open.isEmpty() && !keys.isEmpty());
        if (open.isEmpty()) {
            return Map.of();
        }
        Map<K, V> found = ask();
        return inOrder(found);
    }

    /** The keys that the filter does not exclude: all, where it cannot say anything. */
    private List<K> askFilter() {
        List<K> all = new ArrayList<>(keys);
        while (true) {
            GateView<K> view = core.views.get();
            view.requireOpen();
            Generation<K> answering = view.answering();
            if (answering == null || !core.hearsOthers()) {
                return all;
            }
            List<K> maybes = maybes(answering, all);
            if (core.views.isStill(view)) {
                core.counts.answeredByFilter.add(all.size() - maybes.size());
                tested = answering;
                return maybes;
            }
        }
    }

    private static <K> List<K> maybes(Generation<K> answering, List<K> all) {
        boolean[] answered = answering.mightContainEach(all);
        List<K> maybes = new ArrayList<>();
        for (int i = 0; i < answered.length; i++) {
            if (answered[i]) {
                maybes.add(all.get(i));
            }
        }
        return maybes;
    }

    private void recall(List<K> maybes) {
        for (K key : maybes) {
            long changes = core.changesIfQuiet(key);
            if (tested != null && changes != KeyStripes.BUSY && core.falsePositives.isAbsent(key, changes, tested)) {
                core.counts.answeredByMemory.increment();
            } else {
                open.add(new Open<>(key, changes));
            }
        }
    }

    private Map<K, V> ask() {
        boolean answered = false;
        long begun = core.nanoTime.getAsLong();
        try {
            Map<K, V> found = answers.askAllOnce(open.stream().map(Open::key).toList());
            answered = true;
            return found;
        } finally {
            core.counts.storeCallForMany(open.size(), core.nanoTime.getAsLong() - begun, answered);
        }
    }

    private Map<K, V> inOrder(Map<K, V> found) {
        Map<K, V> inOrder = new LinkedHashMap<>();
        for (Open<K> asked : open) {
            V value = found.get(asked.key);
            if (value != null) {
                inOrder.put(asked.key, value);
            } else if (tested != null) {
                core.counts.falsePositives.increment();
                remember(asked, tested);
            }
        }
        return inOrder;
    }

    private void remember(Open<K> asked, Generation<K> generation) {
        if (asked.changes != KeyStripes.BUSY && core.changesIfQuiet(asked.key) == asked.changes) {
            core.falsePositives.remember(asked.key, asked.changes, generation);
        }
    }

    /** Keys that only the store can answer, when it was asked. */
    public Set<K> maybes() {
        Set<K> keysInOrder = new LinkedHashSet<>();
        open.forEach(asked -> keysInOrder.add(asked.key));
        return keysInOrder;
    }
}
