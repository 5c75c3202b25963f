package dev.bloomery.gate.simulation.engine;

import java.util.Arrays;

/** All choices, one after the other: a run takes the choices of the run before, up to the last that has an alternative left. */
public final class EveryChoice implements Choices {
    private int[] chosen = new int[64];
    private int[] ways = new int[64];
    private int length;
    private int at;

    @Override
    public int below(int n) {
        if (n == 1) {
            return 0;
        }
        if (at == length) {
            if (length == chosen.length) {
                chosen = Arrays.copyOf(chosen, 2 * length);
                ways = Arrays.copyOf(ways, 2 * length);
            }
            chosen[length] = 0;
            ways[length++] = n;
        }
        return chosen[at++];
    }

    /** Never: what is rare is left to chance. */
    @Override
    public boolean oneIn(int n) {
        return false;
    }

    /** Goes to the next run; false if there is none. */
    public boolean next() {
        while (length > 0 && chosen[length - 1] + 1 == ways[length - 1]) {
            length--;
        }
        if (length == 0) {
            return false;
        }
        chosen[length - 1]++;
        at = 0;
        return true;
    }
}
