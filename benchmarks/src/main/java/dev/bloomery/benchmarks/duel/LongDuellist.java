package dev.bloomery.benchmarks.duel;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.AskedInBatches;
import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.LongFilter;
import dev.bloomery.benchmarks.contestant.Trait;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.keys.Queries;
import java.util.Arrays;
import java.util.function.IntSupplier;

/** A contestant that is asked for longs. Made by {@link OwnClasses}: its loops are compiled for it alone. */
public final class LongDuellist implements Duellist {
    /** Questions of a call; so few that the loop is compiled as a whole, and not while it runs. */
    static final int A_CALL = 1 << 10;

    private final Contestant contestant;
    private final double setting;
    private LongFilter filter;
    private long keys;

    public LongDuellist(String contestant, double fpp) {
        this.contestant = Contestants.named(contestant);
        if (!this.contestant.takes(KeyType.LONG)) {
            throw new IllegalArgumentException(contestant + " is no filter of longs; duels are between those that are");
        }
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
        return nanosOf(() -> maybes(keys, from, count), expected) / count;
    }

    @Override
    public boolean answersBatches() {
        return contestant.has(Trait.BATCHES);
    }

    @Override
    public double askInBatches(long[] keys, int from, int count, int expected) {
        AskedInBatches asked = (AskedInBatches) filter;
        long[][] batches = new long[count / Queries.BATCH][];
        for (int i = 0; i < batches.length; i++) {
            int first = from + i * Queries.BATCH;
            batches[i] = Arrays.copyOfRange(keys, first, first + Queries.BATCH);
        }
        return nanosOf(() -> maybes(asked, batches), expected) / count;
    }

    /** Counts the answers of <i>maybe</i> twice; nanoseconds of the second time. */
    private double nanosOf(IntSupplier maybes, int expected) {
        int untimed = maybes.getAsInt();
        long begun = System.nanoTime();
        int timed = maybes.getAsInt();
        double nanos = System.nanoTime() - begun;
        if (timed != untimed) {
            throw new IllegalStateException(contestant + " says maybe " + untimed + " times, and then " + timed);
        }
        if (timed < expected) {
            throw new IllegalStateException(
                    contestant + " misses " + (expected - timed) + " of " + expected + " keys that were added");
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

    private static int maybes(AskedInBatches filter, long[][] batches) {
        int maybes = 0;
        for (long[] batch : batches) {
            maybes += maybes(filter.mightContainEach(batch));
        }
        return maybes;
    }

    private static int maybes(boolean[] answers) {
        int maybes = 0;
        for (boolean maybe : answers) {
            maybes += maybe ? 1 : 0;
        }
        return maybes;
    }

    @Override
    public double bitsPerKey() {
        return (double) filter.sizeInBits() / keys;
    }
}
