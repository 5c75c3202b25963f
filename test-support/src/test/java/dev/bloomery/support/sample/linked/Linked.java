package dev.bloomery.support.sample.linked;

import dev.bloomery.support.sample.constant.Limit;

/** Only its comments use another package: {@link Limit}. */
public final class Linked {
    private Linked() {}

    public static String text() {
        return "// \" /* not a comment";
    }
}
