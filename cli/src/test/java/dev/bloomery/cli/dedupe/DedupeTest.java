package dev.bloomery.cli.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.cli.Run;
import dev.bloomery.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupeTest {
    private static final long SEED = Seeds.orElse(11);

    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text, StandardCharsets.ISO_8859_1);
    }

    @Test
    void dedupe_pipe_printsEachLineOnceInOrder() throws Exception {
        Run run = Run.reading("b\na\nb\nc\na\n", "dedupe");
        assertThat(run.text()).isEqualTo("b\na\nc\n");
        assertThat(run.code()).isZero();
        assertThat(run.onlyErrorLine()).contains("5 lines read, 3 new").contains("wrongly dropped");
    }

    @Test
    void dedupe_filesAndGzipAndStandardInput_areOneInput() throws Exception {
        Path plain = file("plain.txt", "a\nb\n");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("b\nc\n".getBytes(StandardCharsets.UTF_8));
        }
        Path gzip = Files.write(directory.resolve("packed"), packed.toByteArray());
        Run run = Run.reading("c\nd\n", "dedupe", "-q", plain, gzip, "-");
        assertThat(run.text()).isEqualTo("a\nb\nc\nd\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void dedupe_lineEnds_areKeptButDoNotCount() throws Exception {
        assertThat(Run.reading("a\r\na\nb\n", "dedupe", "-q").text()).isEqualTo("a\r\nb\n");
        assertThat(Run.reading("a\0b\nc\0a\0", "dedupe", "-q", "-0").text()).isEqualTo("a\0b\nc\0");
    }

    @Test
    void dedupe_lastLineWithoutEnd_getsOne() throws Exception {
        assertThat(Run.reading("a\nb", "dedupe", "-q").text()).isEqualTo("a\nb\n");
    }

    @Test
    void dedupe_emptyInput_printsNothing() throws Exception {
        Run run = Run.reading("", "dedupe");
        assertThat(run.text()).isEmpty();
        assertThat(run.code()).isZero();
    }

    @Test
    void dedupe_binaryInput_leavesEveryByteAsItIs() throws Exception {
        byte[] bytes = new byte[100_000];
        new Random(SEED).nextBytes(bytes);
        bytes[bytes.length - 1] = '\n';
        Set<String> lines = new LinkedHashSet<>();
        StringBuilder expected = new StringBuilder();
        for (String line : new String(bytes, StandardCharsets.ISO_8859_1).split("(?<=\n)", -1)) {
            if (line.isEmpty()) {
                break; // behind the last one
            }
            String key =
                    line.endsWith("\r\n") ? line.substring(0, line.length() - 2) : line.substring(0, line.length() - 1);
            if (lines.add(key)) {
                expected.append(line);
            }
        }
        Run run = Run.withInput(bytes, "dedupe", "-q");
        assertThat(new String(run.out(), StandardCharsets.ISO_8859_1)).isEqualTo(expected.toString());
    }

    @Test
    void dedupe_lineOfAHundredMegabytes_isALineLikeOthers() throws Exception {
        Run run = Run.shell(
                directory,
                "long() { head -c 100000000 /dev/zero | tr '\\0' x; echo; }; { echo a; long; echo a; long; } | $BLOOMERY dedupe | wc -c");
        assertThat(run.text().strip()).isEqualTo("100000003");
        assertThat(run.onlyErrorLine()).contains("4 lines read, 2 new");
    }

    @Test
    void dedupe_keyOptions_comparePartsOfLines() throws Exception {
        assertThat(Run.reading("1,x\n2,x\n3,y\n", "dedupe", "-q", "--key", "2", "--delimiter", ",")
                        .text())
                .isEqualTo("1,x\n3,y\n");
        assertThat(Run.reading("1\tx\n1\ty\n", "dedupe", "-q", "--key", "1").text())
                .isEqualTo("1\tx\n");
        assertThat(Run.reading("abc1\nabc2\nabd1\n", "dedupe", "-q", "--key-bytes", "1-3")
                        .text())
                .isEqualTo("abc1\nabd1\n");
    }

    @Test
    void dedupe_countAndDuplicates_tellTheOtherSide() throws Exception {
        assertThat(Run.reading("a\nb\na\na\n", "dedupe", "-q", "--count").text())
                .isEqualTo("2\n");
        assertThat(Run.reading("a\nb\na\na\n", "dedupe", "-q", "--duplicates").text())
                .isEqualTo("a\na\n");
        Run json = Run.reading("a\nb\na\n", "dedupe", "--count", "--json");
        assertThat(json.onlyErrorLine()).startsWith("{\"lines\":3,\"printed\":2,");
    }

    @Test
    void dedupe_fppOutOfReach_isRefusedOrRaisedWithAWarning() throws Exception {
        Run impossible = Run.reading("a\n", "dedupe", "--fpp", "5");
        assertThat(impossible.code()).isEqualTo(2);
        assertThat(impossible.onlyErrorLine())
                .endsWith("--fpp is 5.0; use a probability between 0 and 1, for one in a million write 1e-6");
        Run low = Run.reading("a\nb\na\n", "dedupe", "-q", "--fpp", "1e-15");
        assertThat(low.text()).isEqualTo("a\nb\n");
        assertThat(low.onlyErrorLine())
                .startsWith("bloomery: warning: --fpp is 1.0E-15, which 64-bit hashes cannot keep; the filter is made");
    }

    @Test
    void dedupe_remember_printsOnlyWhatNoRunBeforeHas() throws Exception {
        Path seen = directory.resolve("seen");
        assertThat(Run.reading("a\nb\n", "dedupe", "-q", "--remember", seen).text())
                .isEqualTo("a\nb\n");
        assertThat(Run.reading("b\nc\nc\n", "dedupe", "-q", "--remember", seen).text())
                .isEqualTo("c\n");
        Run other = Run.reading("d\n", "dedupe", "--remember", seen, "--fpp", "0.01");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.onlyErrorLine()).contains("was made with --fpp 1.0E-6");
    }

    @Test
    void dedupe_window_needsKeysAndIsRemembered() throws Exception {
        assertThat(Run.reading("a\n", "dedupe", "--window", "30d").onlyErrorLine())
                .contains("--window needs --keys");
        Path seen = directory.resolve("seen");
        assertThat(Run.reading("a\nb\na\n", "dedupe", "-q", "--window", "30d", "--keys", "1e4", "--remember", seen)
                        .text())
                .isEqualTo("a\nb\n");
        assertThat(Run.reading("a\nc\n", "dedupe", "-q", "--window", "30d", "--keys", "1e4", "--remember", seen)
                        .text())
                .isEqualTo("c\n");
    }

    /** At this FPP the filter alone drops some of the lines; --exact drops none. */
    @Test
    void dedupe_exactAtAHighFpp_equalsSortU() throws Exception {
        StringBuilder text = new StringBuilder();
        Random random = new Random(SEED);
        for (int i = 0; i < 150_000; i++) {
            text.append(random.nextInt(200_000)).append('\n');
        }
        Path lines = file("lines.txt", text.toString());
        Run run = Run.shell(
                directory,
                "export LC_ALL=C; cmp <($BLOOMERY dedupe --exact --fpp 0.99 lines.txt | sort) <(sort -u lines.txt) && echo same");
        assertThat(run.text()).isEqualTo("same\n");
        assertThat(run.onlyErrorLine()).contains("none dropped by chance");
        Run control = Run.of("dedupe", "-q", "--count", "--fpp", "0.99", lines);
        Run distinct = Run.shell(directory, "sort -u lines.txt | wc -l");
        assertThat(Integer.parseInt(control.text().strip()))
                .isLessThan(Integer.parseInt(distinct.text().strip()));
    }

    @Test
    void dedupe_exactAndRemember_areExactAcrossRuns() throws Exception {
        Path seen = directory.resolve("seen");
        StringBuilder first = new StringBuilder();
        StringBuilder second = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            first.append(i).append('\n');
            second.append(1_000 + i).append('\n');
        }
        Run one = Run.reading(first.toString(), "dedupe", "-q", "--exact", "--fpp", "0.99", "--remember", seen);
        assertThat(one.text()).isEqualTo(first.toString());
        Run two = Run.reading(second.toString(), "dedupe", "-q", "--exact", "--remember", seen);
        assertThat(two.text().lines()).hasSize(1_000).first().isEqualTo("2000");
    }

    @Test
    void dedupe_readerThatGoesAway_endsQuietly() throws Exception {
        Run run = Run.shell(directory, "seq 1 3000000 | $BLOOMERY dedupe | head -n 2; echo ${PIPESTATUS[1]}");
        assertThat(run.text()).isEqualTo("1\n2\n141\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void dedupe_outputToAFullDisk_saysSoAndRemembersNothing() throws Exception {
        Path seen = directory.resolve("seen");
        Run full = Run.shell(directory, "seq 1 100000 | $BLOOMERY dedupe --remember seen > /dev/full");
        assertThat(full.code()).isEqualTo(3);
        assertThat(full.onlyErrorLine()).contains("No space left on device");
        Run again = Run.shell(directory, "seq 1 100000 | $BLOOMERY dedupe -q --remember seen | wc -l");
        assertThat(again.text().strip()).isEqualTo("100000");
        assertThat(seen).isDirectory();
    }

    @Test
    void dedupe_interrupted_keepsWhatItPrinted() throws Exception {
        Run run = Run.shell(
                directory,
                // a build in the background ignores the signal, and so would all that it starts
                "heard=; env --default-signal=INT true 2> /dev/null && heard='env --default-signal=INT';"
                        + " set -m; mkfifo in; $heard $BLOOMERY dedupe -q --remember seen < in > out 3>&- & pid=$!; exec 3> in; seq 1 1000 >&3;"
                        + " until [ $(wc -l < out) = 1000 ]; do sleep 0.1; done; kill -INT $pid || exit 9; wait $pid; echo $?; exec 3>&-;"
                        + " seq 1 1002 | $BLOOMERY dedupe -q --remember seen");
        assertThat(run.text()).isEqualTo("130\n1001\n1002\n");
    }

    @Test
    void dedupe_secondProcessOnOneDirectory_isRefused() throws Exception {
        Run run = Run.shell(
                directory,
                "mkfifo in; $BLOOMERY dedupe -q --remember seen < in > out & pid=$!; exec 3> in; echo a >&3;"
                        + " until [ -s out ]; do sleep 0.1; done; echo b | $BLOOMERY dedupe --remember seen; echo $?; exec 3>&-; wait $pid; echo $?");
        assertThat(run.text()).isEqualTo("3\n0\n");
        assertThat(run.onlyErrorLine()).contains("seen").contains("open");
    }

    @Test
    void dedupe_linesTrickleIn_arePrintedAtOnce() throws Exception {
        Run run = Run.shell(
                directory,
                "mkfifo in; $BLOOMERY dedupe -q < in > out & pid=$!; exec 3> in; echo first >&3;"
                        + " for i in $(seq 200); do [ -s out ] && break; sleep 0.1; done; cat out; exec 3>&-; wait $pid");
        assertThat(run.text()).isEqualTo("first\n");
    }

    @Test
    void dedupe_damagedDirectory_saysSo() throws Exception {
        Path seen = directory.resolve("seen");
        assertThat(Run.reading("a\n", "dedupe", "-q", "--remember", seen).code())
                .isZero();
        Path snapshot;
        try (var files = Files.list(seen)) {
            snapshot = files.filter(file -> file.toString().endsWith(".flt"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 1;
        Files.write(snapshot, bytes);
        Run run = Run.reading("b\n", "dedupe", "--remember", seen);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.text()).isEmpty();
        assertThat(run.onlyErrorLine()).contains("damaged");
    }
}
