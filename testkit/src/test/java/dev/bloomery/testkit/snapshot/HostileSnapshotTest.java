package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.Filters;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.file.SnapshotTooNewException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.SnapshotBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Snapshots whose checksums are right and whose numbers lie; see {@link HostileReader} for what is asked of them. */
class HostileSnapshotTest {
    @TempDir
    Path directory;

    static List<SnapshotSample> samples() {
        return SnapshotSample.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void load_everyNumberChanged_isRefusedOrAFilter(SnapshotSample sample) {
        HostileReader reader = new HostileReader(directory.resolve("some.flt"));
        HostileSnapshots.of(sample.bytes(), reader::read);
        assertThat(reader.outcomes())
                .containsKeys(
                        "DamagedSnapshotException",
                        "InvalidSnapshotException",
                        "SnapshotTooNewException",
                        "WrongKeysException",
                        "filter");
    }

    @Test
    void load_manyPartsThatDoNotCome_allocatesLittle() {
        HostileReader reader = new HostileReader(directory.resolve("some.flt"));
        HostileSnapshots.large(reader::read);
        assertThat(reader.outcomes()).containsKeys("DamagedSnapshotException", "InvalidSnapshotException", "filter");
    }

    @Test
    void load_laterVersion_saysSo() {
        SnapshotBytes parts = SnapshotBytes.of(SnapshotSample.of("bloom").bytes());
        byte[] fixed = parts.fixed();
        fixed[SnapshotBytes.VERSION]++;
        assertThatExceptionOfType(SnapshotTooNewException.class)
                .isThrownBy(() -> Filters.load(KeyEncoder.int64())
                        .from(parts.withFixed(fixed).toBytes())
                        .bloom())
                .withMessageContaining("version 3")
                .withMessageContaining("newer release");
    }

    @Test
    void load_unknownKind_saysWhichThereAre() {
        SnapshotBytes parts = SnapshotBytes.of(SnapshotSample.of("bloom").bytes());
        assertThatExceptionOfType(SnapshotException.class)
                .isThrownBy(() -> Filters.load(KeyEncoder.int64())
                        .from(parts.withSpec("quotient capacity=1").toBytes())
                        .any())
                .withMessageContaining("quotient");
    }

    /** Control: a reader that makes room for what a header says is seen by the measure. */
    @Test
    void allocated_lengthBelieved_isCaught() {
        int most = 1 << 20;
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> HostileReader.assertLittle("a length", () -> new byte[3 << 20], most))
                .withMessageContaining("allocated");
        HostileReader.assertLittle("a length", () -> new byte[1 << 10], most);
    }

    /** A fifth of them and all large ones again, in a JVM that has hardly room for itself. */
    @Test
    void load_smallHeap_neverRunsOutOfMemory() throws IOException, InterruptedException {
        assertThat(saidInASmallHeap(0, "5")).contains("DamagedSnapshotException=", "InvalidSnapshotException=");
    }

    @Test
    @Tag("long")
    void load_allOfThemInASmallHeap_neverRunsOutOfMemory() throws IOException, InterruptedException {
        assertThat(saidInASmallHeap(0, "1")).contains("DamagedSnapshotException=", "InvalidSnapshotException=");
    }

    /** Control. */
    @Test
    void load_lengthBelievedInASmallHeap_runsOutOfMemory() throws IOException, InterruptedException {
        assertThat(saidInASmallHeap(1, "5", "believing")).contains("OutOfMemoryError");
    }

    private static String saidInASmallHeap(int exit, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC", // the quickest in so little
                "-cp",
                System.getProperty("java.class.path"),
                HostileReader.class.getName()));
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue()).as(said).isEqualTo(exit);
        return said;
    }
}
