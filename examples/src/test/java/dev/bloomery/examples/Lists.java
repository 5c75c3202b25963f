package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** The real lists that {@code ./fetch-lists} fetches, for tests that are tagged {@code lists}. */
public final class Lists {
    private Lists() {}

    /** The file of a list; fails if it was not fetched. */
    public static Path file(String name) {
        Path file = Path.of("..", "target", "lists", name);
        assertThat(Files.exists(file))
                .as(name + " is not there; run ./fetch-lists first")
                .isTrue();
        return file;
    }
}
