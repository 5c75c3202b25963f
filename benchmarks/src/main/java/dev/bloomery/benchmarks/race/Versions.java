package dev.bloomery.benchmarks.race;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.stream.Collectors;

/** The versions of the libraries, which the build has put into a file. */
final class Versions {
    private static final String FILE = "/versions.properties";

    private Versions() {}

    /** Such as {@code guava 33.0-jre, spark 4.0.0}. */
    static String all() {
        Properties versions = new Properties();
        try (InputStream file = Versions.class.getResourceAsStream(FILE)) {
            versions.load(file);
        } catch (IOException unreadable) {
            return "unknown";
        }
        return versions.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
