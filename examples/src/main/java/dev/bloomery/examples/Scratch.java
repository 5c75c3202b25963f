package dev.bloomery.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that goes, with all that is in it, when it is closed. */
public final class Scratch implements AutoCloseable {
    private final Path directory;

    /** @param name how its name begins */
    public Scratch(String name) throws IOException {
        directory = Files.createTempDirectory(name);
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(directory)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.delete(path);
        }
    }
}
