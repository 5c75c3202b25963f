package dev.bloomery.internal.geometry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * {@link BlockShape#fppAtLoad}, remembered: sizing one filter asks for the same few loads a hundred thousand times, and each takes half a dozen
 * powers. Thread-safe.
 */
final class FppByLoad {
    /** At 2 bits a key a block holds 256 keys on average. */
    private static final int REMEMBERED = 1 << 10;

    /** Opaque accesses: a plain double may be seen half written on a machine of 32 bits. */
    private static final VarHandle WHOLE = MethodHandles.arrayElementVarHandle(double[].class);

    /** By load; NaN where nobody asked yet. */
    private static final Map<BlockShape, double[]> FPPS = new EnumMap<>(BlockShape.class);

    static {
        for (BlockShape shape : BlockShape.values()) {
            double[] unknown = new double[REMEMBERED];
            Arrays.fill(unknown, Double.NaN);
            FPPS.put(shape, unknown);
        }
    }

    private FppByLoad() {}

    static double of(BlockShape shape, long load) {
        if (load >= REMEMBERED) {
            return shape.fppAtLoad((double) load);
        }
        double[] fpps = Objects.requireNonNull(FPPS.get(shape));
        double fpp = (double) WHOLE.getOpaque(fpps, (int) load);
        if (Double.isNaN(fpp)) {
            fpp = shape.fppAtLoad((double) load);
            WHOLE.setOpaque(fpps, (int) load, fpp); // threads that race write the same
        }
        return fpp;
    }
}
