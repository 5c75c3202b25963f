package dev.bloomery.info;

import dev.bloomery.spec.FilterSpec;

/** What a filter of this library is and how full it was at one moment. */
public interface FilterInfo extends FilterFigures {

    /**
     * The plan the filter was built from, in full.
     *
     * @return the spec, without the secret seed
     */
    FilterSpec spec();

    @Override
    default String kindName() {
        return spec().kind().specName();
    }

    @Override
    default long capacity() {
        return spec().capacity();
    }

    /**
     * The FPP that was asked for.
     *
     * @return a probability
     */
    @Override
    default double targetFpp() {
        return spec().targetFpp();
    }
}
