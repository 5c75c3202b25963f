package dev.bloomery.cli.command;

import dev.bloomery.HashedFilter;
import dev.bloomery.cli.filter.OpenFilter;
import dev.bloomery.cli.foreign.ForeignFile;
import dev.bloomery.cli.foreign.ForeignOptions;
import dev.bloomery.cli.lines.FilterAndFiles;
import dev.bloomery.cli.lines.KeyBatch;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.lines.LineOutput;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery check}. */
@Command(
        name = "check",
        description = "Prints the lines whose keys the filter may have, or those that it certainly has not.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery check words.flt text.txt              lines that are in, and a few that are not",
            "  bloomery check --absent words.flt < text.txt   lines that are certainly not in",
            "  echo alice | bloomery check -q --count names.flt && echo 'perhaps taken'",
            "  bloomery check users.parquet --column name < names.txt",
            "",
            "Exit code 0 if a line was found, 1 if none."
        })
public final class CheckCommand implements Callable<Integer> {
    @Mixin
    private final FilterAndFiles arguments = new FilterAndFiles();

    @Mixin
    private final ForeignOptions foreignOptions = new ForeignOptions();

    @Mixin
    private final LineOptions lineOptions = new LineOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(names = "--present", description = "Print the lines that may be in; this is the default.")
    private boolean present;

    @Option(names = "--absent", description = "Print the lines that are certainly not in.")
    private boolean absent;

    @Option(names = "--count", description = "Print only how many lines there are of each.")
    private boolean count;

    private long found;

    @Override
    public Integer call() throws IOException {
        if (present && absent) {
            throw new IllegalArgumentException("--present and --absent were both given; use one of them");
        }
        Meter meter = result.meter("check");
        long lines;
        LineOutput out = new LineOutput(lineOptions.lineEnd());
        try {
            Optional<ForeignFile> foreign = foreignOptions.open(arguments.filter());
            lines = foreign.isPresent() ? check(foreign.get(), meter, out) : checkOurs(meter, out);
            out.flush();
        } finally {
            meter.end();
        }
        if (count) {
            long other = lines - found;
            result.tell(new Report()
                    .put("lines", lines)
                    .put("maybe present", absent ? other : found)
                    .put("absent", absent ? found : other));
        }
        return found > 0 ? ExitCode.OK : ExitCode.NO;
    }

    private long checkOurs(Meter meter, LineOutput out) throws IOException {
        try (OpenFilter open = OpenFilter.toAsk(arguments.filter(), arguments.encoder(), meter)) {
            HashedFilter<ByteBuffer> filter = open.filter();
            return new KeyInput(arguments.inputs(), lineOptions)
                    .forEachBatch(
                            filter::hash, meter, keys -> print(keys, filter.mightContainEachHash(keys.hashes()), out));
        }
    }

    /** The answer takes the place of the hash, which these filters do not have. */
    private long check(ForeignFile foreign, Meter meter, LineOutput out) throws IOException {
        return new KeyInput(arguments.inputs(), lineOptions)
                .forEachBatch(
                        key -> foreign.mightContain().test(key) ? 1 : 0,
                        meter,
                        keys -> print(keys, answers(keys.hashes()), out));
    }

    private static boolean[] answers(long[] ones) {
        boolean[] answers = new boolean[ones.length];
        for (int i = 0; i < ones.length; i++) {
            answers[i] = ones[i] == 1;
        }
        return answers;
    }

    private void print(KeyBatch keys, boolean[] maybe, LineOutput out) throws IOException {
        for (int i = 0; i < keys.count(); i++) {
            if (maybe[i] != absent) {
                found++;
                if (!count) {
                    out.write(keys.lines(), i);
                }
            }
        }
        if (keys.lines().mayWait()) {
            out.flush();
        }
    }
}
