package dev.bloomery.cli.command;

import dev.bloomery.HashedFilter;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.filter.FilterKind;
import dev.bloomery.cli.filter.OpenFilter;
import dev.bloomery.cli.filter.Portrait;
import dev.bloomery.cli.foreign.ForeignFile;
import dev.bloomery.cli.foreign.ForeignOptions;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.ScalableInfo;
import dev.bloomery.info.WindowedInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bloomery info}. */
@Command(
        name = "info",
        description =
                "Says all there is to a filter: its plan, how full it is, its FPP; with a picture of the fill and the curve of the FPP.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery info words.flt",
            "  bloomery info seen/ --json",
            "  bloomery info users.parquet      the filters of its columns",
            "  bloomery info old.bin            a filter of Guava, Spark or Redis, known by its bytes"
        })
public final class InfoCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILTER",
            description = "The filter: a file of 'build' or of another system, or a directory.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path path;

    @Mixin
    private final ForeignOptions foreignOptions = new ForeignOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Override
    public Integer call() throws IOException {
        Optional<ForeignFile> foreign = foreignOptions.open(path);
        if (foreign.isPresent()) {
            result.tell(foreign.get().report(), foreign.get().text());
            return ExitCode.OK;
        }
        Meter meter = result.meter("load");
        try (OpenFilter open = OpenFilter.toAsk(path, FilterKeys.forBits(path), meter)) {
            meter.end();
            HashedFilter<ByteBuffer> filter = open.filter();
            FilterInfo info = filter.info();
            StringBuilder text = new StringBuilder(info.toString()).append('\n');
            text.append("plan          ").append(info.spec()).append('\n');
            String encoder = encoder();
            text.append("encoder       ").append(encoder).append("\n\n");
            text.append(Portrait.fill(filter, info));
            Portrait.curve(info)
                    .ifPresent(curve -> text.append("\n\nFPP over keys\n").append(curve));
            result.tell(report(info).put("encoder", encoder), text.toString());
            return ExitCode.OK;
        } finally {
            meter.end();
        }
    }

    private String encoder() throws IOException {
        return FilterKeys.formOf(path)
                .map(form -> form.isNamed() ? form.name() : "without a name")
                .orElse("not known");
    }

    private static Report report(FilterInfo info) {
        Report report = figures(info)
                .put("kind", FilterKind.of(info.spec()).toString())
                .put("spec", info.spec().toString());
        if (info instanceof ScalableInfo scalable) {
            report.put(
                    "slices",
                    scalable.slices().stream().map(InfoCommand::figures).toList());
        }
        if (info instanceof WindowedInfo windowed) {
            List<BloomInfo> slices =
                    windowed.slices().stream().map(WindowedInfo.Slice::bits).toList();
            report.put("slices", slices.stream().map(InfoCommand::figures).toList());
        }
        return report;
    }

    private static Report figures(FilterInfo info) {
        return new Report()
                .put("capacity", info.capacity())
                .put("target FPP", info.targetFpp())
                .put("insertions", info.insertions())
                .put("approximate distinct", info.approximateDistinct())
                .put("fill ratio", info.fillRatio())
                .put("expected FPP", info.expectedFpp())
                .put("current FPP", info.currentFpp())
                .put("memory bytes", info.memoryBytes());
    }
}
