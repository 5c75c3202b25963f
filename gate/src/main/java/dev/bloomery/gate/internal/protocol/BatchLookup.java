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
public class BatchLookup<K, V> extends GateOperation {
    private enum Stage {
        SEE,
        HEAR,
        TEST,
        SEE_AGAIN,
        RECALL,
        ASK,
        REMEMBER
    }

    private record Open<K>(K key, long changes) {}

    public final GateCore<K> core;
    private final AnswerSource<K, V> answers;
    private final Collection<? extends K> keys;
    private Stage next = Stage.SEE;
    private @Nullable GateView<K> view;
    private boolean tested;
    private List<K> maybes = List.of();
    private final List<Open<K>> open = new ArrayList<>();
    private Map<K, V> found = Map.of();

    /** @param keys without doubles; they must be fit to be held */
    public BatchLookup(GateCore<K> core, AnswerSource<K, V> answers, Collection<? extends K> keys) {
        this.core = core;
        this.answers = answers;
        this.keys = keys;
    }

    @Override
    public final StepResult step() {
        try {
            return perform();
        } catch (RuntimeException | Error problem) {
            fail(problem);
            return StepResult.DONE;
        }
    }

    private StepResult perform() {
        switch (next) {
            case SEE -> {
                view = see();
                view.requireOpen();
                maybes = new ArrayList<>(keys);
                tested = view.isActive();
                next = !tested ? Stage.RECALL : core.isFed() ? Stage.HEAR : Stage.TEST;
            }
            case HEAR -> {
                tested = core.hearsOthers();
                next = tested ? Stage.TEST : Stage.RECALL;
            }
            case TEST -> {
                maybes = tested();
                next = Stage.SEE_AGAIN;
            }
            case SEE_AGAIN -> {
                if (isUnchanged()) {
                    core.counts.answeredByFilter.add(keys.size() - maybes.size());
                    next = Stage.RECALL;
                } else {
                    next = Stage.SEE;
                }
            }
            case RECALL -> {
                recall();
                core.counts.sparedOfMany(keys.size() - open.size(), open.isEmpty() && !keys.isEmpty());
                if (open.isEmpty()) {
                    return StepResult.DONE;
                }
                next = Stage.ASK;
            }
            case ASK -> {
                ask();
                next = Stage.REMEMBER;
            }
            case REMEMBER -> {
                if (generation() != null) {
                    remember();
                }
                return StepResult.DONE;
            }
        }
        return StepResult.MORE;
    }

    private @Nullable Generation<K> generation() {
        return view != null && tested ? view.current() : null;
    }

    private List<K> tested() {
        Generation<K> generation = generation();
        if (generation == null) {
            return maybes;
        }
        boolean[] answered = generation.mightContainEach(maybes);
        List<K> rest = new ArrayList<>();
        for (int i = 0; i < answered.length; i++) {
            if (answered[i]) {
                rest.add(maybes.get(i));
            }
        }
        return rest;
    }

    private void recall() {
        Generation<K> generation = generation();
        for (K key : maybes) {
            long changes = core.changesIfQuiet(key);
            if (generation != null
                    && changes != KeyStripes.BUSY
                    && core.falsePositives.isAbsent(key, changes, generation)) {
                core.counts.answeredByMemory.increment();
            } else {
                open.add(new Open<>(key, changes));
            }
        }
    }

    private void ask() {
        boolean answered = false;
        long begun = core.nanoTime.getAsLong();
        try {
            found = answers.askAllOnce(open.stream().map(Open::key).toList());
            answered = true;
        } finally {
            core.counts.storeCallForMany(open.size(), core.nanoTime.getAsLong() - begun, answered);
        }
    }

    private void remember() {
        for (Open<K> asked : open) {
            if (!found.containsKey(asked.key)) {
                core.counts.falsePositives.increment();
                remember(asked.key, asked.changes, generation());
            }
        }
    }

    // what tests replace, to break it on purpose

    public GateView<K> see() {
        return core.views.get();
    }

    public boolean isUnchanged() {
        return view != null && core.views.isStill(view);
    }

    public void remember(K key, long changesBefore, @Nullable Generation<K> generation) {
        if (changesBefore != KeyStripes.BUSY && core.changesIfQuiet(key) == changesBefore) {
            core.falsePositives.remember(key, changesBefore, generation);
        }
    }

    /** Keys that only the store can answer. */
    public Set<K> maybes() {
        Set<K> keysInOrder = new LinkedHashSet<>();
        open.forEach(asked -> keysInOrder.add(asked.key));
        return keysInOrder;
    }

    /**
     * Those of the keys that are there, in their order, when all steps are done.
     *
     * @throws dev.bloomery.gate.store.StoreException if the store failed
     */
    public Map<K, V> result() {
        throwFailure();
        Map<K, V> inOrder = new LinkedHashMap<>();
        for (Open<K> asked : open) {
            V value = found.get(asked.key);
            if (value != null) {
                inOrder.put(asked.key, value);
            }
        }
        return inOrder;
    }
}
