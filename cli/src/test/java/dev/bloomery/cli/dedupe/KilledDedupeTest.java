package dev.bloomery.cli.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.cli.Run;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of {@code dedupe --remember} at random moments: whatever was lost, no line is dropped. */
class KilledDedupeTest {
    private static final long SEED = Seeds.orElse(111);
    private static final int KILLS = 20;
    private static final int LINES = 400_000;

    @TempDir
    private Path directory;

    /** The distinct lines are the numbers from 0; of each whole line that a run printed, its bit. */
    private static void collect(Path output, BitSet printed) throws IOException {
        String text = Files.readString(output, StandardCharsets.US_ASCII);
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            printed.set(Integer.parseInt(text.substring(start, end)));
            start = end + 1;
        }
    }

    /** Writes the numbers below a limit, each two times, with pauses: a process that reads them is at work for half a second. */
    private static void feed(OutputStream to, int limit) {
        try (to) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < limit; i++) {
                lines.append(i).append('\n').append(i / 2).append('\n');
                if (i % (LINES / 50) == 0) {
                    to.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
                    to.flush();
                    lines.setLength(0);
                    Thread.sleep(10);
                }
            }
            to.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException killed) {
            // as it should be
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void dedupe_killedTwentyTimes_dropsNoLine() throws Exception {
        Random random = new Random(SEED);
        BitSet printed = new BitSet();
        int killed = 0;
        for (int round = 0; round <= KILLS; round++) {
            int limit = LINES * (round + 1) / (KILLS + 1); // something is new in every round
            Path output = directory.resolve("out" + round);
            Process process = new ProcessBuilder(
                            Run.launcher().toString(),
                            "dedupe",
                            "-q",
                            "--remember",
                            directory.resolve("seen").toString())
                    .redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Thread feeder = new Thread(() -> feed(process.getOutputStream(), limit));
            feeder.start();
            if (round < KILLS) {
                boolean ended = process.waitFor(300 + random.nextInt(700), TimeUnit.MILLISECONDS);
                process.destroyForcibly();
                killed += ended ? 0 : 1;
            }
            int code = process.waitFor();
            feeder.join();
            collect(output, printed);
            if (round == KILLS) {
                assertThat(code).isZero();
            }
        }
        assertThat(killed).as("kills that met the process alive").isGreaterThan(KILLS / 2);
        assertThat(printed.cardinality())
                .as("seed %d, first missing %d", SEED, printed.nextClearBit(0))
                .isEqualTo(LINES);
    }

    @Test
    void control_journalBeforeOutput_dropsLines() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(i).append('\n');
        }
        Path input = Files.writeString(directory.resolve("in"), lines);
        Random random = new Random(SEED);
        for (int attempt = 0; attempt < KILLS; attempt++) {
            Path seen = directory.resolve("seen" + attempt);
            BitSet printed = new BitSet();
            Path first = directory.resolve("first" + attempt);
            Process process = start(first, seen, input);
            while (process.isAlive() && Files.size(first) == 0) {
                Thread.sleep(1);
            }
            Thread.sleep(random.nextInt(20));
            process.destroyForcibly().waitFor();
            Path second = directory.resolve("second" + attempt);
            assertThat(start(second, seen, input).waitFor()).isZero();
            collect(first, printed);
            collect(second, printed);
            if (printed.cardinality() < LINES) {
                return;
            }
        }
        throw new AssertionError("a dedupe that remembers first was not caught by " + KILLS + " kills");
    }

    private static Process start(Path output, Path seen, Path input) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                JournalFirstDedupe.class.getName(),
                seen.toString(),
                input.toString());
        return new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
