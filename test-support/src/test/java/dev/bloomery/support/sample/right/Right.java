package dev.bloomery.support.sample.right;

import dev.bloomery.support.sample.left.Left;

/** One half of a circle. */
public final class Right {
    private Right() {}

    public static Class<?> other() {
        return Left.class;
    }
}
