package dev.bloomery.support.sample.left;

import dev.bloomery.support.sample.right.Right;

/** One half of a circle. */
public final class Left {
    private Left() {}

    public static Class<?> other() {
        return Right.class;
    }
}
