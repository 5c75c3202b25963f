package dev.bloomery.benchmarks.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code benchmarks/bench files [directory]}: what files cost, on the disk of the directory given or of the temporary one. */
public final class FileSpeed {
    private FileSpeed() {}

    public static void main(String[] args) throws IOException {
        Path parent = Path.of(args.length == 0 ? System.getProperty("java.io.tmpdir") : args[0]);
        Path directory = Files.createTempDirectory(parent, "bloomery-files");
        try {
            new SnapshotSpeed(directory).run();
        } finally {
            Files.deleteIfExists(directory);
        }
    }
}
