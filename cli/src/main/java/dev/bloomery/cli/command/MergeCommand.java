package dev.bloomery.cli.command;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.cli.filter.FilterFile;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.filter.FilterKind;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.info.FilterInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bloomery merge}. */
@Command(
        name = "merge",
        description = "Unites Bloom or counting filters of one plan and seed into one that has the keys of all.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery build -o april.flt --like march.flt april.txt",
            "  bloomery merge -o spring.flt march.flt april.flt"
        })
public final class MergeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILTER", arity = "2..*", description = "Files of filters.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private List<Path> files;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "Where the filter goes.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path output;

    @Option(names = "--force", description = "Replace the file if it is there.")
    private boolean force;

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Override
    public Integer call() throws IOException {
        if (Files.exists(output) && !force) {
            throw new IllegalArgumentException(output + " is there already; use --force to replace it");
        }
        HashedFilter<ByteBuffer> merged = load(files.get(0));
        for (Path file : files.subList(1, files.size())) {
            merge(merged, load(file), file);
        }
        FilterFile.write((Snapshotable<?>) merged, output);
        FilterInfo info = merged.info();
        result.tellDone(
                new Report()
                        .put("filter", output.toString())
                        .put("merged", (long) files.size())
                        .put("approximate distinct", info.approximateDistinct())
                        .put("capacity", info.capacity())
                        .put("current FPP", info.currentFpp()),
                String.format(
                        Locale.ROOT,
                        "%s: %d filters, about %,d keys, FPP %s%s",
                        output,
                        files.size(),
                        info.approximateDistinct(),
                        Figures.of(info.currentFpp()),
                        info.currentFpp() > info.targetFpp() ? ", over the target of " + info.targetFpp() : ""));
        return ExitCode.OK;
    }

    private static HashedFilter<ByteBuffer> load(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a directory; make a file of it with 'bloomery convert'");
        }
        return Filters.load(FilterKeys.forBits(file)).from(file).any();
    }

    private void merge(HashedFilter<ByteBuffer> into, HashedFilter<ByteBuffer> other, Path file) {
        try {
            if (into instanceof BloomFilter<ByteBuffer> bloom && other instanceof BloomFilter<ByteBuffer> more) {
                bloom.mergeFrom(more);
                return;
            }
            if (into instanceof CountingBloomFilter<ByteBuffer> counting
                    && other instanceof CountingBloomFilter<ByteBuffer> more) {
                counting.mergeFrom(more);
                return;
            }
        } catch (IllegalArgumentException differs) {
            throw new IllegalArgumentException(
                    file + " does not go with " + files.get(0) + ": " + differs.getMessage()
                            + "; build both with one plan and seed: 'bloomery build --like'",
                    differs);
        }
        throw new IllegalArgumentException("only Bloom filters, or only counting filters, can be merged; "
                + files.get(0) + " is " + FilterKind.of(into.info().spec()) + ", " + file + " is "
                + FilterKind.of(other.info().spec()));
    }
}
