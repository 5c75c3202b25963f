package dev.bloomery.gate.simulation.engine;

import dev.bloomery.AddResult;
import dev.bloomery.RemovableFilter;
import dev.bloomery.gate.internal.generation.FilterGeneration;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A generation of the simulation, each access a point. */
public final class ModelGeneration extends FilterGeneration<Integer> {
    private static final int MOST_COPIES = 2;

    private final Simulation simulation;
    private final ModelFilter model;
    private boolean notedKeepsAll;

    ModelGeneration(Simulation simulation, ModelFilter model) {
        super(model, 0.01);
        this.simulation = simulation;
        this.model = model;
    }

    public ModelFilter model() {
        return model;
    }

    /** The scenario says when keys expire. */
    @Override
    public @Nullable Duration window() {
        return null;
    }

    @Override
    public boolean test(Integer key) {
        simulation.point(Part.FILTER);
        return super.test(key);
    }

    @Override
    public boolean[] testEach(List<Integer> keys) {
        simulation.point(Part.FILTER);
        boolean[] answers = new boolean[keys.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = model.mightContain(keys.get(i));
        }
        return answers;
    }

    @Override
    public AddResult put(Integer key) {
        simulation.point(Part.FILTER);
        return simulation.protocol().put(simulation, this, key);
    }

    /** {@link #put} as it is. */
    public AddResult reallyPut(Integer key) {
        return super.put(key);
    }

    @Override
    public void takeBack(Integer key) {
        simulation.point(Part.FILTER);
        simulation.protocol().takeBack(simulation, this, key);
    }

    /** {@link #takeBack} as it is. */
    public void reallyTakeBack(Integer key) {
        super.takeBack(key);
    }

    @Override
    public void force() {
        switch (simulation.scenario().durability()) {
            case NONE -> {}
            case ALWAYS -> {
                simulation.point(Part.FILTER);
                simulation.protocol().sync(model);
            }
            case NOW_AND_THEN -> {
                if (simulation.choices().oneIn(4)) {
                    model.sync();
                }
            }
        }
    }

    @Override
    public AddResult putBeside(Integer key) {
        return simulation.protocol().countsCopiesBeside() ? super.putBeside(key) : AddResult.MAYBE_PRESENT;
    }

    @Override
    public AddResult moveBeside(Integer key) {
        if (simulation.protocol().countsCopiesBeside()) {
            return super.moveBeside(key);
        }
        boolean unused = model.removeOne(key);
        return AddResult.MAYBE_PRESENT;
    }

    /** Filters that tell how many copies they have keep less of them than they could. */
    @Override
    public boolean countsCopies() {
        return model.mostCopies() > MOST_COPIES;
    }

    @Override
    public long copies(Integer key) {
        return model.copies(key);
    }

    @Override
    public int mostCopies() {
        return MOST_COPIES;
    }

    @Override
    public void fillUp(RemovableFilter<Integer> from) {
        if (simulation.protocol().fillsUp()) {
            super.fillUp(from);
        }
    }

    @Override
    public void noteKeepsAll() {
        notedKeepsAll = true;
    }

    @Override
    public void unnoteKeepsAll() {
        model.sync();
        notedKeepsAll = false;
    }

    /** The same as another process finds it. */
    ModelGeneration afterCrash() {
        ModelFilter left = simulation.newFilter();
        left.load(model);
        ModelGeneration found = new ModelGeneration(simulation, left);
        if (notedKeepsAll && simulation.protocol().readsThatAllIsKept()) {
            found.keepAll();
        }
        return found;
    }
}
