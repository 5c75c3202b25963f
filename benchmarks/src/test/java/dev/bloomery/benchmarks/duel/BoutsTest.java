package dev.bloomery.benchmarks.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.benchmarks.keys.Keys;
import dev.bloomery.benchmarks.result.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoutsTest {
    private static final int KEYS = 1_000;

    private final List<String> turns = new ArrayList<>();

    /** Takes a time that is its own, and notes when its turn was. */
    private final class Counting implements Duellist {
        private final String name;
        private final double nanos;
        private final boolean batches;

        Counting(String name, double nanos) {
            this(name, nanos, false);
        }

        Counting(String name, double nanos, boolean batches) {
            this.name = name;
            this.nanos = nanos;
            this.batches = batches;
        }

        @Override
        public double fill(long[] keys) {
            turns.add("fill " + name);
            return 10 * nanos;
        }

        @Override
        public double ask(long[] keys, int from, int count, int expected) {
            turns.add("ask " + name);
            return nanos;
        }

        @Override
        public boolean answersBatches() {
            return batches;
        }

        @Override
        public double askInBatches(long[] keys, int from, int count, int expected) {
            assertThat(batches).isTrue();
            turns.add("batch " + name);
            return nanos / 2;
        }

        @Override
        public double bitsPerKey() {
            return 0;
        }
    }

    @Test
    void run_severalBouts_hasTheTimesOfEachRoundByDuellist() {
        Map<String, List<double[]>> times = new Bouts(List.of(new Counting("a", 1), new Counting("b", 2)), KEYS)
                .run(3)
                .inTurn();
        assertThat(times).containsOnlyKeys(Names.ADD, Names.HIT, Names.MISS, Names.MIX);
        assertThat(times.get(Names.ADD))
                .hasSize(3)
                .allSatisfy(round -> assertThat(round).containsExactly(10, 20));
        assertThat(times.get(Names.HIT))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(round -> assertThat(round).containsExactly(1, 2));
    }

    /** Who has asked its own filter right before finds it nearer than the others. */
    @Test
    void run_oneAnswersBatches_itsBatchesComeAfterAllTurns() {
        new Bouts(List.of(new Counting("a", 1, true), new Counting("b", 2)), KEYS).run(1);
        List<String> warmUp = turns.subList(0, turns.lastIndexOf("fill b"));
        int firstBatch = warmUp.indexOf("batch a");
        assertThat(warmUp.lastIndexOf("ask b")).isLessThan(firstBatch);
        assertThat(warmUp.subList(firstBatch - 1, warmUp.size()))
                .containsOnly("ask a", "batch a")
                .hasSizeGreaterThan(2);
    }

    @Test
    void scores_ofBatches_areAgainstTheirOwnSingleQueries() {
        List<Duellist> duellists = List.of(new Counting("a", 8, true), new Counting("b", 12));
        Match match = new Match(KEYS, 0.01, List.of("a", "b"));
        String scores = new Scores(match, duellists, new Bouts(duellists, KEYS).run(1)).toString();
        assertThat(scores)
                .contains("12.0 ns, 1.50x (1.50 to 1.50)") // b against a
                .contains("4.0 ns, 2.00x (2.00 to 2.00)"); // a in batches against a
        assertThat(scores.lines().filter(line -> line.startsWith("| b "))).hasSize(1);
    }

    @Test
    void scores_nobodyAnswersBatches_areOneTable() {
        List<Duellist> duellists = List.of(new Counting("a", 8));
        Match match = new Match(KEYS, 0.01, List.of("a"));
        String scores = new Scores(match, duellists, new Bouts(duellists, KEYS).run(1)).toString();
        assertThat(scores).doesNotContain("batches").doesNotContain("NaN");
    }

    @Test
    void askInBatches_everyContestantOfOurs_countsAsOneByOne() {
        for (String name : List.of(Names.FUSE8, Names.CUCKOO, Names.BLOCKED)) {
            Duellist duellist = new LongDuellist(name, 0.01);
            long[] keys = new long[1 << 13];
            Arrays.setAll(keys, i -> i * 0x9E3779B97F4A7C15L);
            double unused = duellist.fill(keys);
            assertThat(duellist.answersBatches()).isTrue();
            assertThat(duellist.askInBatches(keys, 1 << 12, 1 << 12, 1 << 12)).isPositive();
            long[] absent = new long[1 << 12];
            Arrays.setAll(absent, i -> ~keys[i]);
            assertThatThrownBy(() -> duellist.askInBatches(absent, 0, absent.length, absent.length))
                    .hasMessageContaining("keys that were added");
        }
    }

    @Test
    void readsAlone_ofAnyKeys_takeTimeAndTheMemoryOfAFuseFilter() {
        Duellist floor = new Match(KEYS, 0.01, List.of(Names.FLOOR)).duellist(Names.FLOOR);
        double unused = floor.fill(new long[1 << 20]);
        assertThat(floor.ask(Keys.misses(1 << 12), 0, 1 << 12, 0)).isPositive();
        assertThat(floor.bitsPerKey()).isBetween(9.0, 9.5);
    }

    @Test
    void duellist_unknownNameOrJar_isRefusedInOneSentence() {
        Match match = new Match(KEYS, 0.01, List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> match.duellist("gauva"))
                .withMessageContaining("no contestant is named 'gauva'; there are ")
                .withMessageContaining("guava,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> match.duellist("hashset sha-256"))
                .withMessageContaining("no filter of longs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> match.duellist("guava@missing.jar"))
                .withMessageContaining("missing.jar is not there");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Duel.matches(new String[] {"1e6", "0.01", "guava"}))
                .withMessageContaining("usage: bench duel");
    }

    @Test
    void run_severalBouts_theyTakeTurnsAndEachIsTheFirstInOne() {
        new Bouts(List.of(new Counting("a", 1), new Counting("b", 2)), KEYS).run(1);
        assertThat(turns.stream().filter(turn -> turn.startsWith("fill")))
                .containsExactly("fill a", "fill b", "fill b", "fill a");
        List<String> asked =
                turns.stream().filter(turn -> turn.startsWith("ask")).toList();
        for (int i = 0; i < asked.size(); i += 2) {
            String first = i < asked.size() / 2 ? "ask a" : "ask b";
            assertThat(asked.get(i)).isEqualTo(first).isNotEqualTo(asked.get(i + 1));
        }
    }

    @Test
    void duellist_ofTheSameContestant_sharesNoClassWithAnother() {
        Match match = new Match(KEYS, 0.01, List.of(Names.CUCKOO));
        Duellist one = match.duellist(Names.CUCKOO);
        Duellist other = match.duellist(Names.CUCKOO);
        assertThat(one.getClass()).isNotEqualTo(other.getClass()).isNotEqualTo(LongDuellist.class);
    }

    @Test
    void ask_keysThatWereNotAdded_isRefusedWhereTheyAreExpected() {
        Duellist duellist = new LongDuellist(Names.CUCKOO, 0.01);
        double unused = duellist.fill(new long[] {1, 2, 3});
        long[] asked = new long[1 << 10];
        assertThatThrownBy(() -> duellist.ask(asked, 0, asked.length, asked.length))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("misses 1024 of 1024");
    }
}
