package dev.bloomery.benchmarks.duel;

import dev.bloomery.benchmarks.keys.Keys;
import dev.bloomery.benchmarks.result.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several duellists with the same keys. In each bout all make a new filter, so that no one keeps pages that happen to be good or bad;
 * then they are asked in turn. The order is the same for all rounds of a bout, so that each comes back to its filter after all others
 * have asked theirs, and another one in each bout.
 */
final class Bouts {
    /** Keys that are asked for before one comes again. */
    private static final int QUESTIONS = 1 << 21;

    /** Questions of a turn, asked twice: a few milliseconds, in which the machine stays as it is. */
    private static final int TURN = 1 << 17;

    /** More, of filters so large that the lines of a turn would not be most of them, and be found in a cache the second time. */
    private static final int LONG_TURN = 1 << 20;

    private static final int MOST_KEYS_OF_TURN = 1 << 24;

    private final List<Duellist> duellists;
    private final long[] keys;
    private final int turn;
    private final Map<String, long[]> questions = new LinkedHashMap<>();
    private final Map<String, List<double[]>> inTurn = new LinkedHashMap<>();
    private final List<Map<String, List<Batch>>> batches = new ArrayList<>();

    Bouts(List<Duellist> duellists, int keys) {
        this.duellists = duellists;
        this.keys = Keys.presentLongs(0, keys);
        this.turn = keys > MOST_KEYS_OF_TURN ? LONG_TURN : TURN;
        long[] hits = Keys.randomHits(keys, QUESTIONS);
        long[] misses = Keys.misses(QUESTIONS);
        questions.put(Names.HIT, hits);
        questions.put(Names.MISS, misses);
        questions.put(Names.MIX, Keys.mix(hits, misses));
        duellists.forEach(unused -> batches.add(new LinkedHashMap<>()));
    }

    /**
     * Nanoseconds a key.
     *
     * @param inTurn by operation, round and duellist
     * @param batches by duellist, operation and round; nothing of those who answer none
     */
    record Times(Map<String, List<double[]>> inTurn, List<Map<String, List<Batch>>> batches) {}

    /** Nanoseconds a key of a batch, and of the same filter one by one right before. */
    record Batch(double nanos, double oneByOne) {}

    Times run(int bouts) {
        bout(0); // warms up
        inTurn.clear();
        batches.forEach(Map::clear);
        for (int bout = 1; bout <= bouts; bout++) {
            bout(bout);
        }
        return new Times(inTurn, batches);
    }

    private void bout(int bout) {
        note(Names.ADD, turns(bout, duellist -> duellist.fill(keys)));
        questions.forEach((operation, asked) -> {
            int expected = operation.equals(Names.HIT) ? turn : 0;
            for (int from = 0; from < QUESTIONS; from += turn) {
                int first = from;
                note(operation, turns(bout, duellist -> duellist.ask(asked, first, turn, expected)));
            }
        });
        for (int who = 0; who < duellists.size(); who++) {
            if (duellists.get(who).answersBatches()) {
                askInBatches(who);
            }
        }
    }

    /** One alone, in batches and one by one by turns; after all others, who would else find their filters farther away than it does. */
    private void askInBatches(int who) {
        Duellist duellist = duellists.get(who);
        questions.forEach((operation, asked) -> {
            int expected = operation.equals(Names.HIT) ? turn : 0;
            for (int from = 0; from < QUESTIONS; from += turn) {
                double single = duellist.ask(asked, from, turn, expected);
                double batch = duellist.askInBatches(asked, from, turn, expected);
                batches.get(who)
                        .computeIfAbsent(operation, unused -> new ArrayList<>())
                        .add(new Batch(batch, single));
            }
        });
    }

    private void note(String operation, double[] nanos) {
        inTurn.computeIfAbsent(operation, unused -> new ArrayList<>()).add(nanos);
    }

    private interface Turn {
        double nanos(Duellist duellist);
    }

    /** Each once. */
    private double[] turns(int first, Turn turn) {
        double[] nanos = new double[duellists.size()];
        for (int i = 0; i < nanos.length; i++) {
            int who = (first + i) % nanos.length;
            nanos[who] = turn.nanos(duellists.get(who));
        }
        return nanos;
    }
}
