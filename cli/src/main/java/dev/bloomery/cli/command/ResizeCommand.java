package dev.bloomery.cli.command;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.filter.FilterFile;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.filter.FilterKind;
import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.durable.DurableArchive;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bloomery resize}. */
@Command(
        name = "resize",
        description =
                "Makes a filter larger, smaller or finer without its keys: a directory that keeps its hashes, or a Bloom file by folding.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery resize seen/ --keys 1e8 --fpp 0.001     a directory made with --keep-hashes",
            "  bloomery resize words.flt --fold 2               half the size, at a higher FPP"
        })
public final class ResizeCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILTER",
            description = "A directory made with --keep-hashes, or a file of a Bloom filter.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path path;

    @Option(
            names = "--keys",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "The new capacity. Default: as it is.")
    private @Nullable Long keys;

    @Option(names = "--fpp", paramLabel = "P", description = "The new false positive probability. Default: as it is.")
    private @Nullable Double fpp;

    @Option(names = "--fold", paramLabel = "N", description = "For a file: make it N times smaller.")
    private @Nullable Integer fold;

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Override
    public Integer call() throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        FilterSpec after = Files.isDirectory(path) ? rebuild() : fold();
        result.tellDone(new Report().put("filter", path.toString()).put("spec", after.toString()), path + ": " + after);
        return ExitCode.OK;
    }

    private FilterSpec rebuild() throws IOException {
        if (fold != null || (keys == null && fpp == null)) {
            throw new IllegalArgumentException("say what shall change in the directory: --keys N, --fpp P or both");
        }
        FilterSpec old = DurableDirectory.spec(path);
        double target = fpp == null ? old.targetFpp() : fpp;
        long capacity = keys == null ? old.capacity() : keys;
        FilterSpec wanted = old instanceof WindowedSpec windowed
                ? WindowedSpec.of(capacity, windowed.window(), target)
                : FilterKind.of(old).spec(capacity, target);
        Meter meter = result.meter("resize");
        try {
            DurableArchive.rebuild(path, FilterKeys.forBits(path), wanted, meter);
        } finally {
            meter.end();
        }
        return DurableDirectory.spec(path);
    }

    private FilterSpec fold() throws IOException {
        if (fold == null) {
            throw new IllegalArgumentException(path
                    + " is a file, which has no hashes of its keys: it can only be made smaller, with --fold 2; build it again to make it larger,"
                    + " or keep it in a directory with --durable --keep-hashes");
        }
        BloomFilter<ByteBuffer> filter =
                Filters.load(FilterKeys.forBits(path)).from(path).bloom();
        BloomFilter<ByteBuffer> folded = filter.fold(fold);
        FilterFile.write(folded, path);
        result.tellOnError(new Report(), "FPP " + Figures.of(folded.info().currentFpp()) + " by the bits now");
        return folded.info().spec();
    }
}
