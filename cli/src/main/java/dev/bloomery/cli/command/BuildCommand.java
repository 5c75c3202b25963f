package dev.bloomery.cli.command;

import dev.bloomery.AddableFilter;
import dev.bloomery.FuseFilter;
import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.filter.FilterFile;
import dev.bloomery.cli.filter.FilterTarget;
import dev.bloomery.cli.filter.HashList;
import dev.bloomery.cli.filter.NewFilter;
import dev.bloomery.cli.filter.PlanOptions;
import dev.bloomery.cli.lines.InputFiles;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.SeededSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery build}. */
@Command(
        name = "build",
        description = "Makes a filter of lines, and keeps it in a file or a directory.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery build -o words.flt words.txt                      sized by the lines that are there",
            "  bloomery build -o names.flt --kind cuckoo --keys 2e6 names.txt.gz",
            "  bloomery build -o april.flt --like march.flt april.txt     the same plan and seed, so that both can be merged",
            "  bloomery build -o seen --durable --keep-hashes --keys 1e6 urls.txt",
            "",
            "Without --keys the hashes of all lines are held in memory, 8 bytes each, until their number is known. A filter that can remove, and a",
            "fuse filter, is always built that way, and gets each line once."
        })
public final class BuildCommand implements Callable<Integer> {
    @Mixin
    private final InputFiles inputFiles = new InputFiles();

    @Mixin
    private final LineOptions lineOptions = new LineOptions();

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILTER",
            description = "Where the filter goes.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path output;

    @Option(
            names = "--durable",
            description = "Keep it in a directory that survives crashes while it is changed, instead of a file.")
    private boolean durable;

    @Option(names = "--keep-hashes", description = "With --durable: keep 8 bytes a key, for 'resize' and 'convert'.")
    private boolean keepHashes;

    @Option(names = "--force", description = "Replace the file if it is there.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        checkOutput();
        SeededSpec draft = plan.draft();
        KeyInput input = new KeyInput(inputFiles.inputs(), lineOptions);
        Meter meter = result.meter("build");
        FilterInfo info;
        long lines;
        long distinct;
        try {
            if (plan.needsCount()) {
                HashList collected = new HashList();
                KeyHash hash = draft.spec().hash();
                lines = input.forEachBatch(
                        NewFilter.hash(hash, draft.seed()), meter, keys -> collected.add(keys.hashes()));
                long[] hashes = collected.distinct();
                distinct = hashes.length;
                info = build(new SeededSpec(plan.sized(draft.spec(), hashes.length), draft.seed()), hashes);
            } else {
                try (FilterTarget target = target(draft)) {
                    AddableFilter<?> filter = target.filter();
                    lines = input.forEachBatch(
                            target.filter()::hash, meter, keys -> filter.addAllHashes(keys.hashes()));
                    info = filter.info();
                    distinct = info.insertions();
                    target.save();
                }
            }
        } finally {
            meter.end();
        }
        tell(info, lines, distinct);
        return ExitCode.OK;
    }

    private void checkOutput() throws IOException {
        if (keepHashes && !durable) {
            throw new IllegalArgumentException("--keep-hashes is for --durable");
        }
        if (Files.isDirectory(output)) {
            if (!durable) {
                throw new IllegalArgumentException(
                        output + " is a directory; name a file, or keep the filter in it with --durable");
            }
            if (DurableDirectory.isOne(output)) {
                throw new IllegalArgumentException(output + " has a filter in it; use 'add', or another directory");
            }
        } else if (Files.exists(output) && !force) {
            throw new IllegalArgumentException(
                    output + " is there already; use --force to replace it, or 'add' to add to it");
        }
    }

    private FilterInfo build(SeededSpec spec, long[] hashes) throws IOException {
        if (spec.spec() instanceof FuseSpec fuse) {
            if (durable) {
                throw new IllegalArgumentException(
                        "a fuse filter takes no keys after it is built; keep it in a file, without --durable");
            }
            FuseFilter<?> filter = NewFilter.fuse(fuse, spec.seed(), hashes);
            FilterFile.write(filter, output);
            return filter.info();
        }
        try (FilterTarget target = target(spec)) {
            long unusedAdded = target.filter().addAllHashes(hashes);
            target.save();
            return target.filter().info();
        }
    }

    private FilterTarget target(SeededSpec spec) throws IOException {
        return durable ? FilterTarget.inDirectory(output, spec, keepHashes) : FilterTarget.inFile(output, spec);
    }

    private void tell(FilterInfo info, long lines, long distinct) {
        FilterSpec spec = info.spec();
        Report report = new Report()
                .put("filter", output.toString())
                .put("lines", lines)
                .put("keys", distinct)
                .put("spec", spec.toString())
                .put("memory bytes", info.memoryBytes())
                .put("expected FPP", info.expectedFpp());
        result.tellDone(
                report,
                String.format(
                        Locale.ROOT,
                        "%s: %,d keys of %,d lines, FPP %s, %s%n%s",
                        output,
                        distinct,
                        lines,
                        Figures.of(info.expectedFpp()),
                        Figures.bytes(info.memoryBytes()),
                        spec));
    }
}
