package dev.bloomery.internal.geometry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many of the keys of a block were new when they came, on average: each is at the FPP of those before it. */
final class NewByLoad {
    /** At four times the largest load of {@link FppByLoad} no key of a block is new any more. */
    private static final int REMEMBERED = 1 << 12;

    private static final Map<BlockShape, double[]> NEW = new ConcurrentHashMap<>();

    private NewByLoad() {}

    static double of(BlockShape shape, long load) {
        return NEW.computeIfAbsent(shape, NewByLoad::sums)[(int) Math.min(load, REMEMBERED - 1)];
    }

    private static double[] sums(BlockShape shape) {
        double[] sums = new double[REMEMBERED];
        for (int load = 1; load < REMEMBERED; load++) {
            sums[load] = sums[load - 1] + 1 - shape.fppAtLoad(load - 1.0);
        }
        return sums;
    }
}
