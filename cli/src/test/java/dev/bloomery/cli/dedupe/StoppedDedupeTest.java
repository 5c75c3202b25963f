package dev.bloomery.cli.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bloomery.cli.Bloomery;
import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.lines.Inputs;
import dev.bloomery.cli.lines.KeyBatch;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineEnd;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.lines.LineOutput;
import dev.bloomery.file.Progress;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.support.Seeds;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A signal ends {@code dedupe --remember} as it ends any process, and what was printed is remembered. */
class StoppedDedupeTest {
    private static final long SEED = Seeds.orElse(143);
    private static final int TERMINATED = 128 + 15;
    private static final int SIGINT = 2;
    private static final int INTERRUPTED = 128 + SIGINT;

    /** Of a round, at most. */
    private static final int LINES = 2_000_000;

    @TempDir
    private Path directory;

    /** What was seen, with something to do before each hash. */
    private record Watched(Seen seen, Runnable beforeHash) implements Seen {
        @Override
        public long hash(ByteBuffer key) {
            beforeHash.run();
            return seen.hash(key);
        }

        @Override
        public void test(KeyBatch keys, boolean[] isNew) throws IOException {
            seen.test(keys, isNew);
        }

        @Override
        public void keep() throws IOException {
            seen.keep();
        }

        @Override
        public int unkept() {
            return seen.unkept();
        }

        @Override
        public double fpp() {
            return seen.fpp();
        }

        @Override
        public double targetFpp() {
            return seen.targetFpp();
        }

        @Override
        public long memoryBytes() {
            return seen.memoryBytes();
        }

        @Override
        public void close() throws IOException {
            seen.close();
        }
    }

    private Path lines(int count) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add("line " + i);
        }
        return Files.write(directory.resolve("lines"), lines);
    }

    private DurableDirectory open() throws IOException {
        return DurableDirectory.openOrCreate(directory.resolve("seen"), ScalableSpec.of(1e-6), false);
    }

    /** The thread that reads ahead hashes one more line when the filter has been closed: deterministic, and in this process. */
    @Test
    void read_stoppedWhileItHashes_endsQuietly() throws Exception {
        KeyInput input = new KeyInput(new Inputs(List.of(lines(200_000))), new LineOptions());
        AtomicLong hashes = new AtomicLong();
        DedupeRun[] run = new DedupeRun[1];
        Seen stopping = new Watched(new SeenInDirectory(open()), () -> {
            if (hashes.incrementAndGet() == 100_000) {
                stop(run[0]); // as the signal does, by another thread than that of the run
            }
        });
        Path out = directory.resolve("out");
        try (LineOutput printing = new LineOutput(new FileOutputStream(out.toFile()), LineEnd.LF)) {
            run[0] = new DedupeRun(stopping, stopping::keep, printing, false);
            run[0].read(input, Progress.NONE);
        }
        assertThat(run[0].stop()).as("it was stopped before").isFalse();
        assertThat(run[0].targetFpp()).isEqualTo(1e-6);
        assertThat(run[0].memoryBytes()).isPositive();
        assertThat(run[0].printed()).isLessThan(100_000);
        List<String> printed = Files.readAllLines(out);
        assertThat(printed).hasSize((int) run[0].printed());
        try (DurableDirectory reopened = open()) {
            assertThat(printed)
                    .allMatch(line ->
                            reopened.filter().mightContain(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII))));
            // a line that tests maybe because of others is not counted: some 0.1 of them at this FPP, more than seven
            // less than once in 10^12 runs
            assertThat(reopened.filter().info().insertions()).isBetween(run[0].printed() - 7, run[0].printed());
        }
        assertThatIllegalStateException().as("control").isThrownBy(() -> stopping.hash(ByteBuffer.allocate(1)));
    }

    private static void stop(DedupeRun run) {
        try {
            assertThat(run.stop()).isTrue();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /** A failure that is no consequence of a stop is told. */
    @Test
    void read_failureOfItsOwn_isThrown() throws Exception {
        KeyInput input = new KeyInput(new Inputs(List.of(lines(10))), new LineOptions());
        Seen broken = new Watched(new SeenInDirectory(open()), () -> {
            throw new IllegalStateException("broken");
        });
        DedupeRun run = new DedupeRun(broken, broken::keep, null, false);
        assertThatIllegalStateException()
                .isThrownBy(() -> run.read(input, Progress.NONE))
                .withMessage("broken");
        run.abandon();
    }

    @Test
    void dedupe_stoppedByASignal_endsQuietlyAndRemembers() throws Exception {
        stopOften(6);
    }

    @Tag("long")
    @Test
    void dedupe_stoppedOftenByASignal_endsQuietlyAndRemembers() throws Exception {
        stopOften(100);
    }

    private void stopOften(int times) throws Exception {
        Random random = new Random(SEED);
        Path seen = directory.resolve("seen");
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        BitSet printed = new BitSet();
        for (int round = 0; round < times; round++) {
            String what = "round " + round + ", seed " + SEED;
            Process process = start(seen, out, err);
            int first = round * LINES;
            Thread feeder = new Thread(() -> feed(process, first));
            feeder.start();
            awaitFirstLine(process, out);
            assertThat(process.waitFor(random.nextInt(150), TimeUnit.MILLISECONDS))
                    .as(what)
                    .isFalse();
            boolean interrupts = random.nextBoolean() && !ignoresInterrupts();
            signal(process, interrupts ? "INT" : "TERM");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(what).isTrue();
            feeder.join();
            assertThat(Files.readString(err)).as(what).isEmpty();
            assertThat(process.exitValue()).as(what).isEqualTo(interrupts ? INTERRUPTED : TERMINATED);
            int before = printed.cardinality();
            List<String> lines = Files.readAllLines(out);
            lines.forEach(line -> printed.set(Integer.parseInt(line)));
            assertThat(printed.cardinality() - before)
                    .as("%s: none that was printed before", what)
                    .isEqualTo(lines.size());
        }
        try (DurableDirectory remembered = open()) {
            printed.stream()
                    .forEach(line -> assertThat(remembered
                                    .filter()
                                    .mightContain(ByteBuffer.wrap(
                                            Integer.toString(line).getBytes(StandardCharsets.US_ASCII))))
                            .isTrue());
        }
    }

    private static Process start(Path seen, Path out, Path err) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Bloomery.class.getName(),
                        "dedupe",
                        "-q",
                        "--remember",
                        seen.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
    }

    /** Some lines of the round before, and new ones, until nobody reads them. */
    private static void feed(Process process, int first) {
        try (OutputStream to = process.getOutputStream()) {
            write(to, Math.max(0, first - LINES), 1_000);
            for (int at = first; at < first + LINES; at += 1_000) {
                write(to, at, 1_000);
            }
            process.waitFor(); // the end of its input would end it
        } catch (IOException gone) {
            // as it should be
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(OutputStream to, int first, int count) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int line = first; line < first + count; line++) {
            lines.append(line).append('\n');
        }
        to.write(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static void awaitFirstLine(Process process, Path out) throws Exception {
        while (process.isAlive() && Files.size(out) == 0) {
            boolean unused = process.waitFor(1, TimeUnit.MILLISECONDS);
        }
    }

    /** Whether this process ignores SIGINT, as one in the background of a script does: its children inherit that, and only SIGTERM ends them. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(
                        line.substring("SigIgn:".length()).strip(), 16))
                .anyMatch(ignored -> (ignored & 1L << (SIGINT - 1)) != 0);
    }

    private static void signal(Process process, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
