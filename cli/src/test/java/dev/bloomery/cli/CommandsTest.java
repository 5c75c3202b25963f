package dev.bloomery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    private static final int KEYS = 5_000;

    @TempDir
    private Path directory;

    private Path keys;
    private Path filter;

    @BeforeEach
    void writeKeys() throws IOException {
        keys = Files.writeString(
                directory.resolve("keys.txt"),
                IntStream.range(0, KEYS).mapToObj(i -> "key" + i).collect(Collectors.joining("\n")));
        filter = directory.resolve("keys.flt");
    }

    private static Run succeed(Object... arguments) {
        return succeeded(Run.here(arguments));
    }

    private static Run succeeded(Run run) {
        assertThat(run.code()).as(run.toString()).isZero();
        return run;
    }

    private static String fail(int code, Object... arguments) {
        Run run = Run.here(arguments);
        assertThat(run.code()).as(run.toString()).isEqualTo(code);
        assertThat(run.err()).doesNotContain("\tat ");
        return run.onlyErrorLine();
    }

    @Test
    void build_thenCheckInfoVerifyExplain_agree() throws Exception {
        assertThat(succeeded(Run.of("build", "-o", filter, keys)).text()).contains("5,000 keys of 5,000 lines");
        Run present = Run.reading("key1\nnever\nkey2\n", "check", filter);
        assertThat(present.text()).contains("key1\n").contains("key2\n");
        Run absent = Run.reading("key1\nkey2\n", "check", "--absent", filter);
        assertThat(absent.text()).isEmpty();
        assertThat(absent.code()).isEqualTo(1);
        assertThat(Run.withInput(Files.readAllBytes(keys), "check", filter, "--count", "--json")
                        .text())
                .isEqualTo("{\"lines\":5000,\"maybePresent\":5000,\"absent\":0}\n");
        assertThat(succeed("info", filter).text())
                .contains("capacity      5,000")
                .contains("target 0.01")
                .contains("fill  [###");
        assertThat(succeed("info", "--json", filter).text()).startsWith("{\"capacity\":5000,");
        assertThat(succeed("verify", filter, keys).text()).contains("5,000 keys checked, 0 missing");
        assertThat(succeed("explain", filter, "key7").text()).startsWith("maybe: all");
    }

    /** Slices of a few keys, to begin with, took 41 bits a key at a million of them. */
    @Test
    void build_scalableWithoutKeys_takesFewBitsAKey() throws Exception {
        int lines = 200_000;
        Path many = Files.writeString(
                directory.resolve("many.txt"),
                IntStream.range(0, lines).mapToObj(i -> "line" + i).collect(Collectors.joining("\n")));
        succeed("build", "-o", filter, "--kind", "scalable", many);
        assertThat(8.0 * Files.size(filter) / lines).as("bits a key").isLessThan(13);
        assertThat(succeed("verify", filter, many).text()).contains("200,000 keys checked, 0 missing");
        succeed("build", "-o", directory.resolve("few.flt"), "--kind", "scalable", keys);
        assertThat(succeed("info", "--json", directory.resolve("few.flt")).text())
                .contains("first=5282");
        Path one = Files.writeString(directory.resolve("one.txt"), "one\n");
        succeed("build", "-o", directory.resolve("one.flt"), "--kind", "scalable", one);
        assertThat(succeed("info", "--json", directory.resolve("one.flt")).text())
                .as("room for more, as the library begins with")
                .contains("first=1000");
    }

    /** Commands that do something say nothing; those that answer a question do. */
    @Test
    void anyCommand_quiet_saysOnlyWhatWasAskedFor() throws Exception {
        Path kept = directory.resolve("kept");
        Path cuckoo = directory.resolve("cuckoo.flt");
        Path other = directory.resolve("other.flt");
        assertSilent(Run.here("build", "-q", "-o", filter, keys));
        assertSilent(Run.here("build", "-q", "-o", cuckoo, "--kind", "cuckoo", "--keys", "1e4", keys));
        assertSilent(Run.here("build", "-q", "-o", other, "--like", filter, keys));
        assertSilent(Run.here("build", "-q", "-o", kept, "--durable", "--keep-hashes", keys));
        assertSilent(Run.here("add", "-q", filter, keys));
        assertSilent(Run.here("remove", "-q", cuckoo, keys));
        assertSilent(Run.here("merge", "-q", "-o", directory.resolve("both.flt"), filter, other));
        assertSilent(Run.here("resize", "-q", kept, "--keys", "1e5", "--fpp", "0.001"));
        assertSilent(Run.here("convert", "-q", kept, "-o", directory.resolve("converted.flt")));
        for (Run answer : new Run[] {
            Run.here("info", "-q", filter),
            Run.here("verify", "-q", filter, keys),
            Run.here("explain", "-q", filter, "key7"),
            Run.here("plan", "-q", "--keys", "5000", "--fpp", "0.01")
        }) {
            assertThat(succeeded(answer).text()).isNotEmpty();
            assertThat(answer.err()).isEmpty();
        }
        assertThat(succeed("build", "-q", "--json", "-o", filter, "--force", keys)
                        .text())
                .as("asked for")
                .startsWith("{");
    }

    private static void assertSilent(Run run) {
        assertThat(succeeded(run).text()).isEmpty();
        assertThat(run.err()).isEmpty();
    }

    /** The others run in this process; this walk is that of a user. */
    @Test
    void commandsOnFiles_byTheLauncher_workTogether() throws Exception {
        Run run = Run.shell(
                directory,
                "set -e; printf 'x\\ny\\n' > more.txt; $BLOOMERY plan --keys 5000 --fpp 0.01 | grep -c '^use ';"
                        + " $BLOOMERY build -o durable --durable --keep-hashes keys.txt > said; $BLOOMERY resize durable --keys 1e5 --fpp 0.001 >> said;"
                        + " $BLOOMERY convert durable -o keys.flt >> said; $BLOOMERY build -o more.flt --like keys.flt more.txt >> said;"
                        + " $BLOOMERY merge -o both.flt keys.flt more.flt >> said; $BLOOMERY verify both.flt keys.txt more.txt | grep -o '[0-9,]* keys checked, 0 missing';"
                        + " $BLOOMERY explain both.flt key7 | head -n 1 | cut -c 1-10");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("1\n5,002 keys checked, 0 missing\nmaybe: all\n");
    }

    @Test
    void verify_keysThatAreNotIn_fails() throws Exception {
        succeed("build", "-o", filter, "--fpp", "1e-6", keys);
        Path others = Files.writeString(directory.resolve("others.txt"), "key1\nstranger\n");
        Run run = Run.here("verify", filter, others);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.text()).contains("2 keys checked, 1 missing");
        Run explained = Run.here("explain", filter, "stranger");
        assertThat(explained.code()).isEqualTo(1);
        assertThat(explained.text()).startsWith("no:").contains("never added: that is certain");
    }

    @Test
    void build_everyKind_hasEveryKey() throws Exception {
        for (String kind : new String[] {"counting", "cuckoo", "scalable", "fuse"}) {
            Path file = directory.resolve(kind + ".flt");
            succeed("build", "-o", file, "--kind", kind, keys);
            assertThat(succeed("verify", file, keys).text()).contains("5,000 keys checked, 0 missing");
        }
    }

    @Test
    void addAndRemove_cuckoo_changeWhatIsIn() throws Exception {
        succeed("build", "-o", filter, "--kind", "cuckoo", "--keys", "10000", "--fpp", "1e-6", keys);
        assertThat(Run.reading("new\n", "add", filter).text()).contains("1 lines, 1 of them new");
        assertThat(Run.reading("new\n", "check", filter).code()).isZero();
        assertThat(Run.reading("new\nstranger\n", "remove", filter).text()).contains("2 lines, 1 removed, 1 were not");
        assertThat(Run.reading("new\n", "check", filter).code()).isEqualTo(1);
        assertThat(Run.reading("new\n", "remove", filter).code()).isEqualTo(1);
    }

    @Test
    void remove_bloom_isRefused() throws Exception {
        succeed("build", "-o", filter, keys);
        assertThat(fail(2, "remove", filter)).contains("--kind cuckoo");
    }

    @Test
    void merge_filtersBuiltAlike_hasTheKeysOfBoth() throws Exception {
        Path more = Files.writeString(directory.resolve("more.txt"), "x\ny\n");
        Path second = directory.resolve("second.flt");
        Path both = directory.resolve("both.flt");
        succeed("build", "-o", filter, keys);
        succeed("build", "-o", second, "--like", filter, more);
        succeed("merge", "-o", both, filter, second);
        assertThat(succeed("verify", both, keys, more).text()).contains("5,002 keys checked, 0 missing");
        Path stranger = directory.resolve("stranger.flt");
        succeed("build", "-o", stranger, more);
        assertThat(fail(2, "merge", "-o", directory.resolve("no.flt"), filter, stranger))
                .contains("--like");
    }

    @Test
    void resizeAndConvert_directoryThatKeepsHashes_keepEveryKey() throws Exception {
        Path durable = directory.resolve("durable");
        succeed("build", "-o", durable, "--durable", "--keep-hashes", keys);
        succeed("resize", durable, "--keys", "1e5", "--fpp", "0.001");
        assertThat(succeed("verify", durable, keys).text()).contains("0 missing");
        succeed("convert", durable, "-o", filter);
        assertThat(succeed("verify", filter, keys).text()).contains("0 missing");
        Path fuse = directory.resolve("fuse.flt");
        succeed("convert", durable, "--to", "fuse", "-o", fuse);
        assertThat(succeed("verify", fuse, keys).text()).contains("0 missing");
        succeed("convert", durable, "--to", "cuckoo");
        assertThat(succeed("info", durable).text()).startsWith("cuckoo filter");
        assertThat(Run.reading("late\n", "add", durable).code()).isZero();
        assertThat(succeed("verify", durable, keys).text()).contains("0 missing");
    }

    @Test
    void convert_counting_becomesBloomAndOthersAreRefused() throws Exception {
        Path counting = directory.resolve("counting.flt");
        succeed("build", "-o", counting, "--kind", "counting", keys);
        succeed("convert", counting, "--to", "bloom", "-o", filter);
        assertThat(succeed("verify", filter, keys).text()).contains("0 missing");
        assertThat(fail(2, "convert", filter, "--to", "cuckoo", "-o", directory.resolve("no.flt")))
                .contains("use 'build' with the keys");
    }

    @Test
    void plan_questions_areAnsweredOrRefused() throws Exception {
        assertThat(succeed("plan", "--keys", "1e9", "--fpp", "0.01").text()).contains("use            Bloom, blocked");
        assertThat(succeed("plan", "--keys", "1e6", "--fpp", "0.01", "--deletes", "--json")
                        .text())
                .startsWith("{\"recommended\":\"cuckoo");
        Run refused = Run.here("plan", "--keys", "1e6", "--fpp", "0.01", "--memory", "1MB");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.text()).contains("what could be done");
    }

    @Test
    void anyCommand_wrongUse_isOneLineWithAdvice() throws Exception {
        assertThat(fail(2)).contains("no command was given");
        assertThat(fail(2, "dedup")).isEqualTo("bloomery: 'dedup' is no command; did you mean dedupe or demo?");
        assertThat(fail(2, "dedupe", "--exakt"))
                .contains("'--exakt' is no option")
                .contains("--exact");
        assertThat(fail(2, "plan", "--keys", "many", "--fpp", "0.01")).contains("write 1000000 or 1e6");
        assertThat(fail(2, "plan", "--keys", "1e6", "--fpp", "5")).contains("0.05");
        assertThat(fail(2, "check")).contains("FILTER");
    }

    @Test
    void anyCommand_filesThatCannotBeRead_isOneLineWithTheName() throws Exception {
        Path missing = directory.resolve("missing");
        assertThat(fail(3, "dedupe", missing)).contains("missing").contains("No such file");
        assertThat(fail(3, "dedupe", directory)).contains("is a directory");
        assertThat(fail(3, "check", missing)).contains("missing").contains("no such file");
        assertThat(fail(3, "info", directory)).contains("has no filter in it");
        assertThat(fail(3, "info", keys)).contains("keys.txt");
        assertThat(fail(3, "resize", missing, "--fold", "2")).contains("no such file");
        assertThat(fail(3, "build", "-o", missing.resolve("deep.flt"), keys)).contains("missing");
    }

    @Test
    void verify_damagedFile_saysWhatIsWrong() throws Exception {
        succeed("build", "-o", filter, keys);
        byte[] bytes = Files.readAllBytes(filter);
        bytes[bytes.length / 2] ^= 4;
        Files.write(filter, bytes);
        for (String command : new String[] {"verify", "check", "info", "add"}) {
            assertThat(fail(3, command, filter)).contains("keys.flt").contains("damaged");
        }
    }

    @Test
    void build_outputThatIsThere_isNotReplacedUnlessForced() throws Exception {
        succeed("build", "-o", filter, keys);
        assertThat(fail(2, "build", "-o", filter, keys)).contains("--force");
        succeed("build", "-o", filter, "--force", keys);
    }

    @Test
    void build_gzipCutShort_saysSo() throws Exception {
        Run run = Run.shell(directory, "gzip -c keys.txt | head -c 2000 | $BLOOMERY build -o cut.flt");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.onlyErrorLine()).contains("gzip").contains("cut short");
        assertThat(directory.resolve("cut.flt")).doesNotExist();
    }

    @Test
    void stacktrace_askedFor_isPrinted() throws Exception {
        Run run = Run.of("info", directory.resolve("missing"), "--stacktrace");
        assertThat(run.err()).contains("\tat ");
    }

    @Test
    void help_everyCommand_hasAnExample() throws Exception {
        Run top = succeed("--help");
        assertThat(top.text()).contains("Exit codes").contains("dedupe").contains("demo");
        for (String command : new String[] {
            "dedupe", "plan", "build", "check", "add", "remove", "info", "explain", "merge", "verify", "resize",
            "convert", "bench"
        }) {
            assertThat(Objects.requireNonNull(
                                    Bloomery.commandLine().getSubcommands().get(command))
                            .getUsageMessage())
                    .contains("Examples:")
                    .contains("bloomery " + command);
        }
        assertThat(succeeded(Run.of("--version")).text()).startsWith("bloomery ");
    }

    @Test
    void generateCompletion_bash_accepts() throws Exception {
        Run run = Run.shell(
                directory,
                "$BLOOMERY generate-completion > completion && bash -n completion && grep -c dedupe completion");
        assertThat(run.code()).isZero();
    }

    @Test
    void demo_small_agreesWithTheTable() throws Exception {
        Run run = succeeded(Run.of("demo", "--names", "20000", "--checks", "5000"));
        assertThat(run.text()).contains("the answers are the same, and exact").contains("FPP measured");
        assertThat(succeed("demo", "--names", "2000", "--checks", "1000", "--json")
                        .text())
                .startsWith("{\"names\":2000,");
    }

    @Test
    void bench_small_printsRatios() throws Exception {
        assertThat(succeeded(Run.of("bench", "--keys", "20000", "--rounds", "1"))
                        .text())
                .contains("Bloomery")
                .contains("Guava")
                .contains("HashSet");
    }
}
