package dev.bloomery.plan;

import java.util.Locale;

/** What an FPP is needed for, by a name. */
public enum Need {
    /** Whether to look into a cache: one useless look in ten does no harm. */
    CACHE_HINT(0.1),

    /** Pages to visit: one in a hundred is left out, or looked up in vain. */
    CRAWLER(0.01),

    /** Messages to drop as repeated: one in a thousand is checked in vain. */
    DEDUPLICATION(0.001),

    /** Payments, coupons, accounts: one in ten thousand is checked in vain. */
    MONEY(0.0001);

    private final double targetFpp;

    Need(double targetFpp) {
        this.targetFpp = targetFpp;
    }

    /**
     * The FPP that the need stands for.
     *
     * @return a probability
     */
    public double targetFpp() {
        return targetFpp;
    }

    /** In lower case words, such as {@code cache hint}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
