package dev.bloomery.cli.command;

import dev.bloomery.AddableFilter;
import dev.bloomery.cli.filter.OpenFilter;
import dev.bloomery.cli.lines.FilterAndFiles;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.info.FilterInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bloomery add}. */
@Command(
        name = "add",
        description =
                "Adds lines to a filter. A file is replaced in one step at the end: all lines are in then, or none.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery add words.flt more.txt",
            "  tail -n 100 new.txt | bloomery add seen/",
            "",
            "A counting or cuckoo filter counts: a line that is added twice must be removed twice."
        })
public final class AddCommand implements Callable<Integer> {
    @Mixin
    private final FilterAndFiles arguments = new FilterAndFiles();

    @Mixin
    private final LineOptions lineOptions = new LineOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    private long added;

    @Override
    public Integer call() throws IOException {
        Meter meter = result.meter("add");
        try (OpenFilter open = OpenFilter.toChange(arguments.filter(), arguments.encoder(), meter)) {
            if (!(open.filter() instanceof AddableFilter<ByteBuffer> filter)) {
                throw new IllegalArgumentException(arguments.filter()
                        + " is a fuse filter, which takes no keys after it is built; build a new one");
            }
            long lines = new KeyInput(arguments.inputs(), lineOptions)
                    .forEachBatch(filter::hash, meter, keys -> added += filter.addAllHashes(keys.hashes()));
            open.save();
            meter.end();
            tell(lines, filter.info());
        } finally {
            meter.end();
        }
        return ExitCode.OK;
    }

    private void tell(long lines, FilterInfo info) {
        String fuller = info.expectedFpp() > info.targetFpp()
                ? "; it is over its capacity, FPP " + Figures.of(info.expectedFpp()) + " instead of "
                        + Figures.of(info.targetFpp()) + ": build a larger one"
                : ", FPP " + Figures.of(info.expectedFpp());
        result.tellDone(
                new Report()
                        .put("lines", lines)
                        .put("added", added)
                        .put("keys", info.insertions())
                        .put("expected FPP", info.expectedFpp())
                        .put("target FPP", info.targetFpp()),
                String.format(
                        Locale.ROOT,
                        "%,d lines, %,d of them new; %,d keys in the filter%s",
                        lines,
                        added,
                        info.insertions(),
                        fuller));
    }
}
