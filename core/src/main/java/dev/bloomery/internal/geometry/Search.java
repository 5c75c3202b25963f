package dev.bloomery.internal.geometry;

import java.util.function.LongPredicate;

/** Where a condition begins to hold. */
public final class Search {

    private Search() {}

    /**
     * The smallest number from 1 on that fulfils {@code condition}, which must stay true once it is true. Few steps when
     * {@code guess} is near.
     */
    public static long smallest(long guess, LongPredicate condition) {
        long step = 1;
        long low; // does not fulfil it, or is 0
        long high; // fulfils it
        if (condition.test(guess)) {
            high = guess;
            low = Math.max(0, high - step);
            while (low > 0 && condition.test(low)) {
                high = low;
                step *= 2;
                low = Math.max(0, high - step);
            }
        } else {
            low = guess;
            high = low + step;
            while (!condition.test(high)) {
                low = high;
                step *= 2;
                high = Math.addExact(low, step);
            }
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (condition.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
