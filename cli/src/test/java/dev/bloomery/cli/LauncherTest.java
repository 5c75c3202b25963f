package dev.bloomery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a copy of the project that was never built, with a script in place of Maven that takes a second and must be alone. */
class LauncherTest {
    private static final String MAVEN = """
            #!/bin/sh
            mkdir building || { echo 'two at once' >> builds; exit 1; }
            echo built >> builds
            sleep 1
            mkdir -p cli/target
            cp "%s" cli/target/bloomery.jar
            rmdir building
            """;
    private static final String BOTH = "export PATH=$PWD/bin:$PATH; ./bloomery --version & ./bloomery --version & wait";

    @TempDir
    private Path copy;

    @BeforeEach
    void copyProject() throws IOException {
        Path jar = Run.launcher().resolveSibling("cli/target/bloomery.jar");
        executable("bin/mvn", MAVEN.formatted(jar));
        executable("bloomery", Files.readString(Run.launcher()));
        for (String source : List.of("pom.xml", "core/pom.xml", "cli/src/main/java/Some.java")) {
            Files.createDirectories(copy.resolve(source).getParent());
            Files.writeString(copy.resolve(source), "");
        }
    }

    private void executable(String name, String script) throws IOException {
        Path file = copy.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(copy.resolve("builds"));
    }

    @Test
    void launcher_twoAtOnceOnAFreshCopy_buildOnceAndBothRun() throws Exception {
        Run run = Run.shell(copy, BOTH);
        assertThat(run.text().lines()).as(run.toString()).hasSize(2).allMatch(line -> line.startsWith("bloomery "));
        assertThat(run.err()).contains("building the command").contains("waiting for it");
        assertThat(builds()).containsExactly("built");
        assertThat(copy.resolve("target/bloomery-build")).doesNotExist();
    }

    @Test
    void control_launcherWithoutItsLock_buildsTwiceAtOnce() throws Exception {
        executable("bloomery", Files.readString(Run.launcher()).replaceAll("(?m)^    (take|give)Lock$", ""));
        Run unused = Run.shell(copy, BOTH);
        assertThat(builds()).contains("two at once");
    }

    @Test
    void launcher_lockOfAProcessThatWasKilled_isTaken() throws Exception {
        Run run = Run.shell(
                copy,
                "export PATH=$PWD/bin:$PATH; mkdir target; sh -c 'ln -s $$ target/bloomery-build';"
                        + " ./bloomery --version && touch -d '1 minute' cli/src/main/java/Some.java && ./bloomery --version");
        assertThat(run.text().lines()).as(run.toString()).hasSize(2);
        assertThat(builds()).containsExactly("built", "built");
    }
}
