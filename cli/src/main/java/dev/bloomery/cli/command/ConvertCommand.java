package dev.bloomery.cli.command;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.filter.FilterFile;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.filter.FilterKind;
import dev.bloomery.cli.foreign.ForeignConversion;
import dev.bloomery.cli.foreign.ForeignOptions;
import dev.bloomery.cli.foreign.ForeignSystem;
import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.durable.DurableArchive;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bloomery convert}. */
@Command(
        name = "convert",
        description = "Makes a filter of another kind of one that is there, where no key can get lost by it.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery convert counts.flt --to bloom -o plain.flt     a fourth of the size; cannot remove any more",
            "  bloomery convert seen/ -o seen.flt                      a directory becomes a file of the same kind",
            "  bloomery convert seen/ --to fuse -o fixed.flt           needs a directory made with --keep-hashes",
            "  bloomery convert seen/ --to cuckoo --keys 2e6           in place; so does this",
            "  bloomery convert users.parquet --column name --row-group 0 -o name.filter",
            "  bloomery convert dump.bin --load-as seen -o load.resp   for redis-cli --pipe",
            "",
            "A Bloom, cuckoo or fuse file has no hashes of its keys, and becomes another kind only by 'build' with its keys."
        })
public final class ConvertCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILTER", description = "A file of a counting filter, or a directory.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path path;

    @Option(names = "--to", paramLabel = "KIND", description = "The new kind. Default: as it is.")
    private @Nullable FilterKind to;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where the file goes.")
    private @Nullable Path output;

    @Option(
            names = "--keys",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "The new capacity. Default: as it is.")
    private @Nullable Long keys;

    @Option(names = "--fpp", paramLabel = "P", description = "The new false positive probability. Default: as it is.")
    private @Nullable Double fpp;

    @Option(names = "--force", description = "Replace the file if it is there.")
    private boolean force;

    @Mixin
    private final ForeignOptions foreignOptions = new ForeignOptions();

    @Mixin
    private final ForeignConversion foreignConversion = new ForeignConversion();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Override
    public Integer call() throws IOException {
        if (output != null && Files.exists(output) && !force) {
            throw new IllegalArgumentException(output + " is there already; use --force to replace it");
        }
        Optional<ForeignSystem> system = foreignOptions.system(path);
        if (system.isPresent()) {
            Path file = requireOutput();
            String what = foreignConversion.convert(system.get(), foreignOptions, path, file);
            result.tellDone(new Report().put("file", file.toString()).put("content", what), file + ": " + what);
            return ExitCode.OK;
        }
        Path written = Files.isDirectory(path) ? convertDirectory() : convertFile();
        FilterSpec spec = Files.isDirectory(written)
                ? DurableDirectory.spec(written)
                : Filters.load(FilterKeys.ENCODER).from(written).spec();
        result.tellDone(
                new Report().put("filter", written.toString()).put("spec", spec.toString()), written + ": " + spec);
        return ExitCode.OK;
    }

    private Path convertFile() throws IOException {
        HashedFilter<ByteBuffer> filter =
                Filters.load(FilterKeys.forBits(path)).from(path).any();
        if (!(filter instanceof CountingBloomFilter<ByteBuffer> counting)
                || to != FilterKind.BLOOM
                || keys != null
                || fpp != null) {
            throw new IllegalArgumentException(
                    "of files only counting ones can be converted, with --to bloom and as large as they are; "
                            + path + " is " + FilterKind.of(filter.info().spec())
                            + ", whose keys cannot be told from its bits: use 'build' with the keys");
        }
        Path file = requireOutput();
        FilterFile.write(counting.toBloomFilter(), file);
        return file;
    }

    private Path convertDirectory() throws IOException {
        FilterSpec old = DurableDirectory.spec(path);
        FilterKind kind = to == null ? FilterKind.of(old) : to;
        double target = fpp == null ? old.targetFpp() : fpp;
        Meter meter = result.meter("convert");
        try {
            if (kind == FilterKind.FUSE) {
                Path file = requireOutput();
                DurableArchive.writeFuse(
                        path, FilterKeys.forBits(path), FuseSpec.of(target).withHash(old.hash()), file, meter);
                return file;
            }
            if (output != null) {
                return copy(old, kind, output);
            }
            DurableArchive.rebuild(
                    path, FilterKeys.forBits(path), kind.spec(keys == null ? old.capacity() : keys, target), meter);
            return path;
        } finally {
            meter.end();
        }
    }

    /** The snapshot of a directory is a file as 'build' writes it. */
    private Path copy(FilterSpec old, FilterKind kind, Path file) throws IOException {
        if (kind != FilterKind.of(old) || keys != null || fpp != null) {
            throw new IllegalArgumentException(
                    "a directory becomes a file of the same plan; convert it in place first, without -o, and make a file of it then");
        }
        KeyEncoder<ByteBuffer> encoder = FilterKeys.forBits(path);
        try (DurableDirectory directory = DurableDirectory.open(path, encoder)) {
            directory.checkpoint();
            Path snapshot = DurableDirectory.snapshot(path);
            FilterFile.write(
                    (Snapshotable<?>) Filters.load(encoder).from(snapshot).any(), file);
            return file;
        }
    }

    private Path requireOutput() {
        if (output == null) {
            throw new IllegalArgumentException("say where the file goes: -o FILE");
        }
        return output;
    }
}
