package dev.bloomery.support.sample.normal;

import dev.bloomery.support.sample.constant.Limit;

/** Uses another package by a constant only: its class file does not show that. */
public final class Below {
    private Below() {}

    public static boolean isBelow(int number) {
        return number < Limit.MOST;
    }
}
