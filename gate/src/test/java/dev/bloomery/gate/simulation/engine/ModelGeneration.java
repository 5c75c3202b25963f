package dev.bloomery.gate.simulation.engine;

import dev.bloomery.AddResult;
import dev.bloomery.RemovableFilter;
import dev.bloomery.gate.internal.generation.FilterGeneration;

/** A generation of the simulation. */
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

    @Override
    public void force() {
        switch (simulation.scenario().durability()) {
            case NONE -> {}
            case ALWAYS -> simulation.protocol().sync(model);
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
