package dev.bloomery.support.sample.high;

import dev.bloomery.support.sample.low.Low;

public final class High {
    private High() {}

    public static int two() {
        return Low.one() + Low.one();
    }
}
