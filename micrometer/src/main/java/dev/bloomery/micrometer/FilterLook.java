package dev.bloomery.micrometer;

import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.info.FilterFigures;
import dev.bloomery.info.QuickInfo;

/**
 * What a look at a filter has found.
 *
 * @param kind as a spec names it, or {@link #FAMILY}
 * @param fill the share of its cells that is taken; of a family the share of its memory budget
 */
record FilterLook(String kind, double keys, double capacity, double memoryBytes, double fill) {
    static final String FAMILY = "family";

    /** A gate has no filter now. */
    private static final FilterLook NONE = new FilterLook("", 0, 0, 0, 0);

    /** The filter is closed. */
    private static final FilterLook CLOSED = new FilterLook("", Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    static FilterLook of(QuickInfo info) {
        return new FilterLook(
                info.spec().kind().specName(),
                info.insertions(),
                info.capacity(),
                info.memoryBytes(),
                info.fillRatio());
    }

    static FilterLook of(FilterFigures info) {
        return new FilterLook(
                info.kindName(), info.insertions(), info.capacity(), info.memoryBytes(), info.fillRatio());
    }

    static FilterLook ofGate(AnyGate<?> gate) {
        return gate.quickInfo().map(FilterLook::of).orElse(NONE);
    }

    private static FilterLook of(GateQuickInfo info) {
        return new FilterLook(
                info.kind(),
                info.insertions(),
                info.capacity().orElse(0),
                info.memoryBytes(),
                info.filter().map(QuickInfo::fillRatio).orElse(info.filledTo()));
    }

    static FilterLook ofDurable(JournaledFilter<?> durable) {
        try {
            return of(durable.quickInfo());
        } catch (IllegalStateException closed) {
            return CLOSED;
        }
    }

    static FilterLook ofFamily(FilterFamily<?, ?> family) {
        FamilyInfo info = family.info();
        double budget = info.memoryBudget() == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : info.memoryBudget();
        return new FilterLook(FAMILY, info.keys(), 0, info.memoryBytes(), info.memoryBytes() / budget);
    }

    // what costs more than a look

    static double expectedFppOfGate(AnyGate<?> gate) {
        return gate.expectedFpp().orElse(Double.NaN);
    }

    static double expectedFppOfDurable(JournaledFilter<?> durable) {
        try {
            return durable.expectedFpp();
        } catch (IllegalStateException closed) {
            return Double.NaN;
        }
    }
}
