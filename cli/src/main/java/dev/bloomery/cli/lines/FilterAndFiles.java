package dev.bloomery.cli.lines;

import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of a command that sends files past a filter. */
public final class FilterAndFiles {
    @Parameters(index = "0", paramLabel = "FILTER", description = "The filter: a file of 'build', or a directory.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path filter;

    @Parameters(
            index = "1..*",
            paramLabel = "FILE",
            arity = "0..*",
            description = "What to read, plain or gzip; the standard input if none is given, or for '-'.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--as-bytes",
            description = "The keys of the filter are the bytes of lines, whatever encoder its file names.")
    private boolean asBytes;

    /** The encoder of lines for the filter; throws if the filter names another one and nothing was said to that. */
    public KeyEncoder<ByteBuffer> encoder() throws IOException {
        return FilterKeys.forKeys(filter, asBytes);
    }

    public Path filter() {
        return filter;
    }

    public Inputs inputs() {
        return new Inputs(files);
    }
}
