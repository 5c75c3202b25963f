package dev.bloomery.cli.command;

import dev.bloomery.RemovableFilter;
import dev.bloomery.cli.filter.OpenFilter;
import dev.bloomery.cli.lines.FilterAndFiles;
import dev.bloomery.cli.lines.KeyBatch;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bloomery remove}. */
@Command(
        name = "remove",
        description =
                "Removes lines from a counting or cuckoo filter. Remove only what was added: another key may go in its place else.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  bloomery remove names.flt left.txt", "", "Exit code 0 if a line was removed, 1 if none."})
public final class RemoveCommand implements Callable<Integer> {
    @Mixin
    private final FilterAndFiles arguments = new FilterAndFiles();

    @Mixin
    private final LineOptions lineOptions = new LineOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    private long removed;

    @Override
    public Integer call() throws IOException {
        Meter meter = result.meter("remove");
        long lines;
        try (OpenFilter open = OpenFilter.toChange(arguments.filter(), arguments.encoder(), meter)) {
            if (!(open.filter() instanceof RemovableFilter<ByteBuffer> filter)) {
                throw new IllegalArgumentException(
                        arguments.filter() + " cannot remove keys; build one with --kind cuckoo or --kind counting");
            }
            lines = new KeyInput(arguments.inputs(), lineOptions)
                    .forEachBatch(filter::hash, meter, keys -> remove(keys, filter));
            open.save();
        } finally {
            meter.end();
        }
        result.tellDone(
                new Report().put("lines", lines).put("removed", removed).put("absent", lines - removed),
                String.format(
                        Locale.ROOT,
                        "%,d lines, %,d removed, %,d were not in the filter",
                        lines,
                        removed,
                        lines - removed));
        return removed > 0 ? ExitCode.OK : ExitCode.NO;
    }

    private void remove(KeyBatch keys, RemovableFilter<ByteBuffer> filter) {
        for (int i = 0; i < keys.count(); i++) {
            removed += filter.removeHash(keys.hash(i)) ? 1 : 0;
        }
    }
}
