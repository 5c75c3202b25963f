package dev.bloomery.benchmarks.race;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which commit is checked out. */
final class Git {
    private Git() {}

    /** The short id, with {@code -dirty} if files have been changed since; none if this is no clone. */
    static Optional<String> commit() {
        return output("rev-parse", "--short=12", "HEAD")
                .map(id -> output("status", "--porcelain", "--untracked-files=no")
                                .filter(changes -> !changes.isEmpty())
                                .isPresent()
                        ? id + "-dirty"
                        : id);
    }

    private static Optional<String> output(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? Optional.of(text) : Optional.empty();
        } catch (IOException noGit) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
