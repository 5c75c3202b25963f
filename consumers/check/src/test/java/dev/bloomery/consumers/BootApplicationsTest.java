package dev.bloomery.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real application of each line of Spring Boot with the same starter: gates out of properties, JPA, transactions, the endpoint, meters; health
 * where the line has the classes for it.
 */
class BootApplicationsTest {
    private static final long MINUTES = 3;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"boot-3.5, 3.5.16, false", "boot-4.0, 4.0.8, true", "boot-4.1, 4.1.1, true"})
    void application_ofALineOfBoot_works(String line, String version, boolean health) throws Exception {
        List<String> path = new ArrayList<>(Consumer.of(line).runtimePath());
        Path classes = directory.resolve("classes");
        compile(path, classes);
        path.add(0, classes.toString());
        Path output = directory.resolve("output");
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(File.pathSeparator, path),
                        "app.Main")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(java.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("ended in time")
                    .isTrue();
        } finally {
            java.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(text.lines().filter(one -> one.startsWith("SAW ")))
                .as(text)
                .containsExactly(
                        "SAW boot = " + version,
                        "SAW state = ACTIVE",
                        "SAW inserted = true",
                        "SAW rolled back = true",
                        "SAW called = true",
                        "SAW not called = true",
                        "SAW removed = true",
                        "SAW endpoint = true",
                        "SAW meters = true",
                        "SAW health = " + health,
                        "SAW closed = true");
    }

    private static void compile(List<String> jars, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-parameters",
                "--release",
                "17",
                "-proc:none",
                "-d",
                classes.toString(),
                "--class-path",
                String.join(File.pathSeparator, jars)));
        try (Stream<Path> files = Files.walk(Consumer.of("boot").directory().resolve("src"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        StringWriter errors = new StringWriter();
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(errors), new PrintWriter(errors), arguments.toArray(String[]::new));
        assertThat(code).as(errors.toString()).isZero();
    }
}
