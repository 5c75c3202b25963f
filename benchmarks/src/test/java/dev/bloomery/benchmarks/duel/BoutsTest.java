package dev.bloomery.benchmarks.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.benchmarks.report.Names;
import java.util.ArrayList;
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

        Counting(String name, double nanos) {
            this.name = name;
            this.nanos = nanos;
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
        public double bitsPerKey() {
            return 0;
        }
    }

    @Test
    void run_severalBouts_hasTheTimesOfEachRoundByDuellist() {
        Map<String, List<double[]>> times = new Bouts(List.of(new Counting("a", 1), new Counting("b", 2)), KEYS).run(3);
        assertThat(times).containsOnlyKeys(Names.ADD, Names.HIT, Names.MISS, Names.MIX);
        assertThat(times.get(Names.ADD))
                .hasSize(3)
                .allSatisfy(round -> assertThat(round).containsExactly(10, 20));
        assertThat(times.get(Names.HIT))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(round -> assertThat(round).containsExactly(1, 2));
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
    void duellist_ofTheSameContestant_sharesNoClassWithAnother() throws ReflectiveOperationException {
        Match match = new Match(KEYS, 0.01, List.of(Names.CUCKOO));
        Duellist one = match.duellist(Names.CUCKOO);
        Duellist other = match.duellist(Names.CUCKOO);
        assertThat(one.getClass()).isNotEqualTo(other.getClass()).isNotEqualTo(LongDuellist.class);
    }

    @Test
    void ask_keysThatWereNotAdded_isRefusedWhereTheyAreExpected() throws ReflectiveOperationException {
        Duellist duellist = new LongDuellist(Names.CUCKOO, 0.01);
        double unused = duellist.fill(new long[] {1, 2, 3});
        long[] asked = new long[1 << 10];
        assertThatThrownBy(() -> duellist.ask(asked, 0, asked.length, asked.length))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("misses 1024 of 1024");
    }
}
