package dev.bloomery.benchmarks.report;

import static dev.bloomery.benchmarks.report.MadeUp.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointTableTest {
    private static final Point HERE = Goals.LONG_1M;

    @Test
    void of_peer_isRatioToOurs() {
        String table = table(
                result(Names.BLOCKED, HERE, Names.HIT, 5),
                result(Names.GUAVA, HERE, Names.HIT, 16),
                result(Names.FASTFILTER_BLOCKED, HERE, Names.HIT, 4));
        assertThat(row(table, Names.BLOCKED)).startsWith("bloomery blocked", "5.00 (1.00)");
        assertThat(row(table, Names.GUAVA)).startsWith("guava", "16.0 (3.20)");
        assertThat(row(table, Names.FASTFILTER_BLOCKED)).startsWith("fastfilter blocked", "**4.00** (0.80)");
    }

    @Test
    void of_fastestThatDoesNotDeliver_isMarkedAndNotRanked() {
        String table =
                table(result(Names.BLOCKED, HERE, Names.HIT, 5), result(Names.COMMONS, HERE, Names.HIT, 1, 0.02, 9.6));
        assertThat(row(table, Names.COMMONS)).startsWith("commons [FPP]", "1.00 (0.20)");
        assertThat(row(table, Names.BLOCKED)).startsWith("bloomery blocked", "**5.00** (1.00)");
        assertThat(table).contains("is not ranked");
    }

    @Test
    void of_staticPeer_isMarkedAndNotRankedInAdds() {
        String table = table(
                result(Names.BLOCKED, HERE, Names.ADD, 5),
                result(Names.BLOCKED, HERE, Names.HIT, 5),
                result(Names.FASTFILTER_XOR8, HERE, Names.ADD, 1),
                result(Names.FASTFILTER_XOR8, HERE, Names.HIT, 1));
        assertThat(row(table, Names.FASTFILTER_XOR8))
                .startsWith("fastfilter xor8 [static]", "1.00 (0.20)", "**1.00** (0.20)");
        assertThat(row(table, Names.BLOCKED)).startsWith("bloomery blocked", "**5.00** (1.00)", "5.00 (1.00)");
    }

    @Test
    void of_exactSet_isMarkedLastAndNotRanked() {
        String table = table(
                result("hashset", HERE, Names.HIT, 1, 0, 500),
                result(Names.BLOCKED, HERE, Names.HIT, 5),
                result(Names.GUAVA, HERE, Names.HIT, 16));
        assertThat(row(table, "hashset")).startsWith("hashset [exact]", "1.00 (0.20)");
        assertThat(row(table, Names.BLOCKED)).startsWith("bloomery blocked", "**5.00** (1.00)");
        assertThat(table.indexOf("hashset")).isGreaterThan(table.indexOf("guava"));
    }

    @Test
    void of_batch_isBesideOursOnOneKey() {
        String table =
                table(result(Names.BLOCKED, HERE, Names.MISS, 5), result(Names.BLOCKED, HERE, Names.BATCH_MISS, 2));
        assertThat(table).contains("| **2.00** (0.40) |");
    }

    @Test
    void of_oursNotMeasured_firstOfOursIsOne() {
        String table = table(
                result(Names.COUNTING, HERE, Names.REMOVE, 10),
                result(Names.FASTFILTER_COUNTING, HERE, Names.REMOVE, 15));
        assertThat(table).contains("**10.0** (1.00)", "15.0 (1.50)");
    }

    @Test
    void of_noneOfOurs_hasNoRatio() {
        assertThat(row(table(result(Names.GUAVA, HERE, Names.HIT, 16)), Names.GUAVA))
                .startsWith("guava", "**16.0**");
    }

    @Test
    void of_noisyFigure_isMarked() {
        Result noisy = new Result(Names.GUAVA, "long", 1_000_000, 0.01, 1, Names.HIT, 50, 6, 24, 0.03, 9.6, 0.01, 10.5);
        assertThat(row(table(noisy), Names.GUAVA))
                .containsExactly("guava", "**~50.0**", "10.50", "1 %", "9.60", "3 %", "24");
    }

    @Test
    void of_onlyFloor_isEmpty() {
        assertThat(table(result(Names.FLOOR, HERE, Names.SINGLE_READ, 1))).isEmpty();
    }

    @Test
    void floorTable_singleAndBatch_haveTheirOwnFloor() {
        String table = FloorTable.of(new Figures(List.of(
                result(Names.BLOCKED, HERE, Names.MISS, 6),
                result(Names.BLOCKED, HERE, Names.BATCH_MISS, 3),
                result(Names.GUAVA, HERE, Names.MISS, 60),
                result(Names.FLOOR, HERE, Names.SINGLE_READ, 3),
                result(Names.FLOOR, HERE, Names.OVERLAPPED_READ, 1),
                result(Names.FLOOR, HERE, Names.DEPENDENT_READ, 20),
                result(Names.FLOOR, HERE, Names.HASH, 1))));
        assertThat(row(table, Names.BLOCKED))
                .containsExactly(
                        "bloomery blocked",
                        "1M long",
                        "3.00 + 1.00",
                        "1.00 + 1.00",
                        "20.0",
                        "-",
                        "-",
                        "1.50",
                        "-",
                        "-",
                        "-",
                        "1.50",
                        "-");
        assertThat(table).doesNotContain("guava");
    }

    @Test
    void floorTable_urls_takeReadsOfLongsAndTheirOwnHash() {
        Figures figures = new Figures(List.of(
                result(Names.BLOCKED, Goals.URL_1M, Names.MISS, 24),
                result(Names.FLOOR, HERE, Names.SINGLE_READ, 3),
                result(Names.FLOOR, HERE, Names.HASH, 1),
                result(Names.FLOOR, Goals.URL_1M, Names.HASH, 9)));
        assertThat(new Floor(figures, Goals.URL_1M).of(Names.MISS)).isEqualTo(12);
        assertThat(new Floor(figures, Goals.URL_1M).of(Names.BATCH_MISS)).isNaN();
    }

    @Test
    void floorTable_noFloor_isEmpty() {
        assertThat(FloorTable.of(new Figures(List.of(result(Names.BLOCKED, HERE, Names.MISS, 6)))))
                .isEmpty();
    }

    private static String table(Result... results) {
        return PointTable.of(new Figures(List.of(results)), HERE);
    }

    /** The cells of the first row that begins with this contestant. */
    private static List<String> row(String table, String contestant) {
        String line = table.lines()
                .filter(row -> row.matches("\\| " + contestant + " (\\[.*)?\\s*\\|.*"))
                .findFirst()
                .orElseGet(() -> table.lines()
                        .filter(row -> row.startsWith("| " + contestant))
                        .findFirst()
                        .orElseThrow());
        return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
    }
}
