package dev.bloomery.cli.lines;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    public Path filter() {
        return filter;
    }

    public Inputs inputs() {
        return new Inputs(files);
    }
}
