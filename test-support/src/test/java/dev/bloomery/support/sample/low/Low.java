package dev.bloomery.support.sample.low;

public final class Low {
    private Low() {}

    public static int one() {
        return 1;
    }
}
