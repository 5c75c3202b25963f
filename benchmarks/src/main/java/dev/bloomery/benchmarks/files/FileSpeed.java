package dev.bloomery.benchmarks.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.stream.Stream;

/** {@code benchmarks/bench files [directory]}: what files cost, on the disk of the directory given or of the temporary one. */
public final class FileSpeed {
    private FileSpeed() {}

    public static void main(String[] args) throws IOException, SQLException, InterruptedException {
        Path parent = Path.of(args.length == 0 ? System.getProperty("java.io.tmpdir") : args[0]);
        Path directory = Files.createTempDirectory(parent, "bloomery-files");
        try {
            new SnapshotSpeed(directory).run();
            new DurableSpeed(directory).run();
        } finally {
            deleteTree(directory);
        }
    }

    static void deleteTree(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
