package dev.bloomery.cli.dedupe;

import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.lines.InputFiles;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.lines.LineOutput;
import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.DurationConverter;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery dedupe}. */
@Command(
        name = "dedupe",
        description = "Prints each line the first time it is seen, in the order of the input.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery dedupe access.log.gz > once.log",
            "  bloomery dedupe --exact names.txt | wc -l           no line is dropped by chance",
            "  crawl | bloomery dedupe --remember seen/            only addresses that no run before has printed",
            "  bloomery dedupe --key 2 --delimiter , orders.csv    the first line for each value of the second field",
            "  find . -print0 | bloomery dedupe -0 --remember seen/ --window 30d --keys 1e6",
            "",
            "A line is remembered after it was printed: a run that is killed may print its last lines again next time, and never drops one.",
            "With --window a line is printed again when the window has passed since it was last printed."
        })
public final class DedupeCommand implements Callable<Integer> {
    private static final double DEFAULT_FPP = 1e-6;
    /** Small enough for any machine (3 MB at 1e-6), and large enough that millions of lines are in a few slices. */
    private static final long FIRST_SLICE = 700_000;

    /**
     * For large files the first slice takes a line for each so many bytes: an eighth of the lines if they have 40. Fewer slices are faster to
     * ask, and if all lines are the same, it was little memory for nothing: a seventieth of the file.
     */
    private static final long BYTES_PER_NEW_LINE = 320;

    private static final long LARGEST_FIRST_SLICE = 1 << 24; // 80 MB

    @Mixin
    private final InputFiles inputFiles = new InputFiles();

    @Mixin
    private final LineOptions lineOptions = new LineOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(
            names = "--fpp",
            paramLabel = "P",
            description = "The probability that a new line is taken for one that was seen, and dropped. Default: 1e-6.")
    private @Nullable Double fpp;

    @Option(
            names = "--exact",
            description =
                    "Verify in an embedded store, so that no line is dropped by chance; slower, and takes disk space.")
    private boolean exact;

    @Option(
            names = "--remember",
            paramLabel = "DIR",
            description = "Keep what was seen in this directory, for the next run.")
    private @Nullable Path remember;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Forget a line after this time: 30d, 12h, 90s. Asks for --keys.")
    private @Nullable Duration window;

    @Option(
            names = "--keys",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "With --window: distinct lines of the busiest window.")
    private @Nullable Long keys;

    @Option(
            names = "--keep-hashes",
            description = "With a new --remember directory: keep 8 bytes a line, for 'resize' and 'convert'.")
    private boolean keepHashes;

    @Option(names = "--count", description = "Print only how many lines would be printed.")
    private boolean count;

    @Option(names = "--duplicates", description = "Print the lines that were seen before, instead of the new ones.")
    private boolean duplicates;

    @Override
    public Integer call() throws IOException {
        check();
        Seen seen = seen();
        LineOutput out = count ? null : new LineOutput(lineOptions.lineEnd());
        Keeper keeper = out == null ? seen::keep : new OutputFirst(out, seen);
        DedupeRun run = new DedupeRun(seen, keeper, out, duplicates);
        Thread tidy = new Thread(() -> stopQuietly(run), "stop");
        Runtime.getRuntime().addShutdownHook(tidy); // Ctrl-C
        try {
            readAll(run);
            if (!run.stop()) {
                return ExitCode.OK; // a signal came first: the process ends, with the exit code of that
            }
        } finally {
            run.abandon();
        }
        if (count) {
            System.out.println(run.printed());
        }
        result.tellOnError(report(run, seen), summary(run, seen));
        return ExitCode.OK;
    }

    private void check() {
        if (fpp != null && !(fpp > 0 && fpp < 1)) {
            throw new IllegalArgumentException(
                    "--fpp is " + fpp + "; use a probability between 0 and 1, for one in a million write 1e-6");
        }
        if (window != null && keys == null) {
            throw new IllegalArgumentException(
                    "--window needs --keys: how many distinct lines there are in the busiest window, roughly");
        }
        if (window == null && keys != null) {
            throw new IllegalArgumentException("--keys is for --window; without it the filter grows by itself");
        }
        if (window != null && exact) {
            throw new IllegalArgumentException("--window and --exact do not go together: the store forgets nothing");
        }
        if (keepHashes && remember == null) {
            throw new IllegalArgumentException("--keep-hashes is for --remember DIR");
        }
    }

    private Seen seen() throws IOException {
        Path directory = remember;
        if (directory == null) {
            Seen memory = inMemory();
            return exact ? new SeenExactly(memory, LineStore.temporary()) : memory;
        }
        DurableDirectory durable = DurableDirectory.openOrCreate(directory, spec(), keepHashes);
        try {
            checkFits(directory, durable.filter().info().spec());
            Seen kept = new SeenInDirectory(durable);
            return exact ? new SeenExactly(kept, LineStore.in(directory.resolve("lines.db"))) : kept;
        } catch (IOException | RuntimeException failed) {
            durable.close();
            throw failed;
        }
    }

    private Seen inMemory() throws IOException {
        if (spec() instanceof WindowedSpec windowed) {
            return new SeenInWindow(Filters.windowed(FilterKeys.ENCODER, windowed)
                    .singleWriter()
                    .build());
        }
        long bytes = inputFiles.inputs().fileBytes();
        long first = Math.min(Math.max(FIRST_SLICE, bytes / BYTES_PER_NEW_LINE), LARGEST_FIRST_SLICE);
        double target = fpp == null ? DEFAULT_FPP : fpp;
        ScalableSpec plan = GrowthPlan.inMemory(first, target);
        if (plan.targetFpp() > target) {
            System.getLogger("dev.bloomery.cli")
                    .log(
                            System.Logger.Level.WARNING,
                            "--fpp is " + target + ", which 64-bit hashes cannot keep; the filter is made for "
                                    + Figures.of(plan.targetFpp()));
        }
        return new SeenInMemory(Filters.scalableBloom(FilterKeys.ENCODER, plan)
                .whenFull(CapacityPolicy.WARN)
                .singleWriter()
                .build());
    }

    private FilterSpec spec() {
        double target = fpp == null ? DEFAULT_FPP : fpp;
        if (window != null && keys != null) {
            return WindowedSpec.of(keys, window, target);
        }
        return GrowthPlan.of(FIRST_SLICE, target);
    }

    /** What was asked for must be what is in the directory. */
    private void checkFits(Path directory, FilterSpec stored) {
        if (fpp != null && stored.targetFpp() != fpp) {
            throw new IllegalArgumentException(directory + " was made with --fpp " + stored.targetFpp() + ", and not "
                    + fpp + "; leave --fpp out, or use another directory");
        }
        if ((window != null) != (stored instanceof WindowedSpec)
                || (stored instanceof WindowedSpec windowed
                        && !windowed.window().equals(window))) {
            throw new IllegalArgumentException(
                    directory + " was made for '" + stored + "'; give the same --window, or use another directory");
        }
    }

    private void readAll(DedupeRun run) throws IOException {
        KeyInput input = new KeyInput(inputFiles.inputs(), lineOptions);
        Meter meter = result.meter("dedupe");
        try {
            run.read(input, meter);
        } finally {
            meter.end();
        }
    }

    private static void stopQuietly(DedupeRun run) {
        try {
            boolean unused = run.stop();
        } catch (IOException | RuntimeException failed) {
            // the process ends: what was not kept is printed again next time
        }
    }

    private static Report report(DedupeRun run, Seen seen) {
        Report report = new Report()
                .put("lines", run.lines())
                .put("printed", run.printed())
                .put("target FPP", run.targetFpp())
                .put("expected wrongly dropped", run.expectedDrops())
                .put("filter bytes", run.memoryBytes());
        if (seen instanceof SeenExactly exactly) {
            report.put("verified", exactly.verified()).put("false positives", exactly.falsePositives());
        }
        return report;
    }

    private String summary(DedupeRun run, Seen seen) {
        String read = String.format(
                Locale.ROOT, "%,d lines read, %,d %s", run.lines(), run.printed(), duplicates ? "seen before" : "new");
        String memory = Figures.bytes(run.memoryBytes()) + " of filter";
        if (seen instanceof SeenExactly exactly) {
            return String.format(
                    Locale.ROOT,
                    "%s; none dropped by chance, %,d would have been; %,d lines verified; %s",
                    read,
                    exactly.falsePositives(),
                    exactly.verified(),
                    memory);
        }
        return read + "; " + Figures.of(run.expectedDrops()) + " wrongly dropped, by expectation; " + memory;
    }
}
