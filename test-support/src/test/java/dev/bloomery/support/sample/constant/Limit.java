package dev.bloomery.support.sample.constant;

/** The compiler copies its value into the classes that use it. */
public final class Limit {
    public static final int MOST = 7;

    private Limit() {}
}
