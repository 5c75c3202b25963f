package dev.bloomery.internal.capacity;

import dev.bloomery.internal.geometry.FppModel;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.table.TableLoad;

/**
 * What the count that a filter keeps tells of the number of its distinct keys. A count proves a number of keys if fewer keys reach it once in
 * 10^12 filters.
 */
public interface CapacityGauge {

    /** The count that proves that there are at least so many distinct keys. */
    long proving(long keys);

    /** About how many distinct keys there are at a count. */
    long keys(long count);

    /** The FPP by formula after so many distinct keys. */
    double fpp(long keys);

    /** Of a count of keys that were new when they came: never more than there were distinct ones. */
    static CapacityGauge ofNewKeys(FppModel model) {
        return new CapacityGauge() {
            @Override
            public long proving(long keys) {
                return ProvingCounts.of(model, keys);
            }

            @Override
            public long keys(long count) {
                return model.keysAfter(count);
            }

            @Override
            public double fpp(long keys) {
                return model.fpp(keys);
            }
        };
    }

    /** Of the number of bits that are set, or of counters that are used: it depends on which keys are in, and on nothing that was before. */
    static CapacityGauge ofBits(Geometry geometry) {
        return new CapacityGauge() {
            @Override
            public long proving(long keys) {
                return keys == 0 ? 0 : geometry.mostSetBits(keys - 1) + 1;
            }

            @Override
            public long keys(long count) {
                return TableLoad.distinct(geometry, count);
            }

            @Override
            public double fpp(long keys) {
                return geometry.fpp(keys);
            }
        };
    }
}
