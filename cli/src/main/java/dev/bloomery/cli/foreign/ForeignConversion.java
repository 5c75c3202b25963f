package dev.bloomery.cli.foreign;

import dev.bloomery.interop.parquet.SplitBlockFilter;
import dev.bloomery.interop.redis.RedisBloomFilter;
import dev.bloomery.interop.redis.RedisBloomFilters;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be made of a filter of another system without its keys: another form of the same bits. */
public final class ForeignConversion {
    @Option(
            names = "--row-group",
            paramLabel = "N",
            description = "Of a Parquet file: the filter of this row group becomes a file of its own.")
    private @Nullable Integer rowGroup;

    @Option(
            names = "--load-as",
            paramLabel = "KEY",
            description = "Of a dump of RedisBloom: the commands that load it under this key, for 'redis-cli --pipe'.")
    private @Nullable String loadAs;

    /** Writes the other form; what it is, in some words. */
    public String convert(ForeignSystem system, ForeignOptions options, Path path, Path output) throws IOException {
        if (system == ForeignSystem.PARQUET && rowGroup != null) {
            SplitBlockFilter<ByteBuffer> filter = options.chunk(path, rowGroup);
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(output))) {
                filter.writeTo(out);
            }
            return "the filter of row group " + rowGroup + ", " + filter.sizeInBytes() + " bytes";
        }
        if (system == ForeignSystem.REDIS && loadAs != null) {
            RedisBloomFilter<ByteBuffer> filter =
                    RedisBloomFilters.read(path, options.keysAre().encoder());
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(output))) {
                LoadCommands.write(filter, loadAs, out);
            }
            return "commands that load " + filter.size() + " keys, for redis-cli --pipe";
        }
        throw new IllegalArgumentException(path + " is a filter of " + system
                + ", whose bits lie where the hash of that system puts them: a filter of ours is made with the keys, by 'build'. "
                + "Without them a program can ask both, see docs/interop.md. What can be converted is a Parquet file, with --row-group, "
                + "and a dump of RedisBloom, with --load-as");
    }
}
