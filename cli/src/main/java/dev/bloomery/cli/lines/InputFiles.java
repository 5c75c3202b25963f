package dev.bloomery.cli.lines;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The arguments of a command that reads files. */
public final class InputFiles {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "What to read, plain or gzip; the standard input if none is given, or for '-'.")
    private List<Path> files = new ArrayList<>();

    public Inputs inputs() {
        return new Inputs(files);
    }
}
