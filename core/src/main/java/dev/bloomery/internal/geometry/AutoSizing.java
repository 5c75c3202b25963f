package dev.bloomery.internal.geometry;

/**
 * Picks between classic and blocked: blocked, because it is the faster one, wherever it costs at most a tenth more memory
 * than classic (docs/adr/0005). For large filters that is from some 45 % down to 0.09 %.
 */
public final class AutoSizing {
    private static final double PRICE = 1.10;

    private AutoSizing() {}

    public static Geometry of(long keys, double targetFpp) {
        ClassicGeometry classic = ClassicSizing.of(keys, targetFpp);
        if (targetFpp < Limits.MIN_BLOCKED_FPP) {
            return classic;
        }
        BlockedGeometry blocked = BlockedSizing.of(keys, targetFpp);
        return blocked.bits() <= PRICE * classic.bits() ? blocked : classic;
    }
}
