package dev.bloomery.support.sample.statics;

import static dev.bloomery.support.sample.constant.Limit.MOST;

/** The same by a static import. */
public final class Below {
    private Below() {}

    public static boolean isBelow(int number) {
        return number < MOST;
    }
}
