package dev.bloomery.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.bloomery.benchmarks.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @TempDir
    private Path dir;

    @Test
    void read_whatWasWritten_isEqual() throws IOException {
        Report.write(MadeUp.run(), MadeUp.ENVIRONMENT, dir);
        Report read = Report.read(dir.resolve("results.json"));
        assertThat(read.results()).isEqualTo(MadeUp.run()).anyMatch(result -> Double.isNaN(result.bitsPerKey()));
        assertThat(List.copyOf(read.environment().entrySet())).isEqualTo(List.copyOf(MadeUp.ENVIRONMENT.entrySet()));
    }

    @Test
    void write_oneFigureChanged_isReadAsChanged() throws IOException {
        Report.write(MadeUp.run(), MadeUp.ENVIRONMENT, dir);
        Path json = dir.resolve("results.json");
        Files.writeString(json, Files.readString(json).replaceFirst("\"threads\" : 1", "\"threads\" : 3"));
        assertThat(Report.read(json).results()).isNotEqualTo(MadeUp.run());
    }

    @Test
    void json_notMeasured_isNullNotNaN() {
        assertThat(ResultFiles.json(new Report(Map.of(), MadeUp.run())))
                .contains("null")
                .doesNotContain("NaN");
    }

    @Test
    void read_missingQuantity_isNotMeasured() throws IOException {
        Path json = Files.writeString(dir.resolve("old.json"), """
                {"results": [{"contestant": "guava", "keyType": "long", "keys": 1000, "askedFpp": 0.01, "threads": 1,
                 "operation": "hit", "nanos": 30, "unknown": true}]}
                """);
        assertThat(Report.read(json).results()).singleElement().satisfies(result -> {
            assertThat(result.nanos()).isEqualTo(30);
            assertThat(result.bitsPerKey()).isNaN();
        });
    }

    @Test
    void read_somethingElse_saysWhatItIs() throws IOException {
        Path text = Files.writeString(dir.resolve("a.json"), "not json");
        assertThatIOException().isThrownBy(() -> Report.read(text)).withMessageContaining("a.json is not JSON");
        Path empty = Files.writeString(dir.resolve("b.json"), "");
        assertThatIOException().isThrownBy(() -> Report.read(empty)).withMessageContaining("no list \"results\"");
        Path incomplete = Files.writeString(dir.resolve("c.json"), "{\"results\": [{\"contestant\": \"guava\"}]}");
        assertThatIOException()
                .isThrownBy(() -> Report.read(incomplete))
                .withMessageContaining("a result without \"keyType\"");
    }

    @Test
    void csv_hasEnvironmentHeaderAndARowForEachResult() {
        Result comma = new Result("a, \"b\"", "long", 1, 0.01, 1, "hit", 2.5, Double.NaN, 0, 0, 0, 0, 0);
        List<String> lines = ResultFiles.csv(new Report(Map.of("cpu", "one\ntwo"), List.of(comma)))
                .lines()
                .toList();
        assertThat(lines)
                .containsExactly(
                        "# cpu: one two",
                        "contestant,keyType,keys,askedFpp,threads,operation,nanos,error,allocatedBytes,configuredFpp,"
                                + "configuredBitsPerKey,measuredFpp,bitsPerKey",
                        "\"a, \"\"b\"\"\",long,1,0.01,1,hit,2.5,,0.0,0.0,0.0,0.0,0.0");
    }

    @Test
    void write_fullRun_writesAllFiles() throws IOException {
        String text = Report.write(MadeUp.run(), MadeUp.ENVIRONMENT, dir.resolve("new/dir"))
                .text();
        assertThat(dir.resolve("new/dir"))
                .isDirectoryContaining("glob:**/results.json")
                .isDirectoryContaining("glob:**/results.csv")
                .isDirectoryContaining("glob:**/time-by-bits.svg")
                .isDirectoryContaining("glob:**/time-by-size.svg");
        assertThat(dir.resolve("new/dir/report.md"))
                .content()
                .startsWith(text)
                .contains("## Goals", "### 1M url keys, FPP 1 %, 1 thread", "## Multiples of the floor")
                .endsWith("![time by size](time-by-size.svg)\n");
    }

    @Test
    void write_resultsWithoutPlot_leaveNoneOfAnEarlierRun() throws IOException {
        Report.write(MadeUp.run(), MadeUp.ENVIRONMENT, dir);
        Report.write(List.of(), Map.of(), dir);
        assertThat(dir.resolve("time-by-bits.svg")).doesNotExist();
        assertThat(dir.resolve("report.md")).content().doesNotContain("svg");
    }
}
