package dev.bloomery.benchmarks.duel;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.Contestants;
import dev.bloomery.benchmarks.contestant.LongFilter;

/** A contestant that is asked for longs. Made by {@link OwnClasses}: its loops are compiled for it alone. */
public final class LongDuellist implements Duellist {
    /** Questions of a call; so few that the loop is compiled as a whole, and not while it runs. */
    private static final int A_CALL = 1 << 10;

    private final Contestant contestant;
    private final double setting;
    private LongFilter filter;
    private long keys;

    public LongDuellist(String contestant, double fpp) {
        this.contestant = Contestants.named(contestant);
        this.setting = this.contestant.knob().configured(fpp);
    }

    @Override
    public double fill(long[] keys) {
        filter = null; // so that it can be collected
        this.keys = keys.length;
        long begun;
        if (contestant.isStatic()) {
            long[] own = keys.clone();
            begun = System.nanoTime();
            filter = contestant.ofLongs(own, setting);
        } else {
            AddableLongFilter empty = contestant.emptyForLongs(keys.length, setting);
            begun = System.nanoTime();
            addAll(empty, keys);
            filter = empty;
        }
        return (double) (System.nanoTime() - begun) / keys.length;
    }

    private static void addAll(AddableLongFilter filter, long[] keys) {
        for (long key : keys) {
            filter.add(key);
        }
    }

    @Override
    public double ask(long[] keys, int from, int count, int expected) {
        int untimed = maybes(keys, from, count);
        long begun = System.nanoTime();
        int maybes = maybes(keys, from, count);
        double nanos = (double) (System.nanoTime() - begun) / count;
        if (maybes != untimed) {
            throw new IllegalStateException(contestant + " says maybe " + untimed + " times, and then " + maybes);
        }
        if (maybes < expected) {
            throw new IllegalStateException(
                    contestant + " misses " + (expected - maybes) + " of " + expected + " keys that were added");
        }
        return nanos;
    }

    private int maybes(long[] keys, int from, int count) {
        int maybes = 0;
        for (int at = from; at < from + count; at += A_CALL) {
            maybes += maybes(filter, keys, at, at + A_CALL);
        }
        return maybes;
    }

    private static int maybes(LongFilter filter, long[] keys, int from, int to) {
        int maybes = 0;
        for (int i = from; i < to; i++) {
            maybes += filter.mightContain(keys[i]) ? 1 : 0;
        }
        return maybes;
    }

    @Override
    public double bitsPerKey() {
        return (double) filter.sizeInBits() / keys;
    }
}
