package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of every module draw their numbers from {@link Seeds}, so that {@code -Dtest.seed=random} changes them and prints how to repeat them. */
class SeedsOfAllTestsTest {
    /**
     * A generator with a fixed seed, or with one that nobody can repeat, and a constant named SEED that is just a number. Where threads
     * race, a seed repeats nothing: they may use ThreadLocalRandom.
     */
    private static final Pattern ON_ITS_OWN = Pattern.compile("new (Splittable)?Random\\((-?[0-9][0-9_xA-Fa-fL]*)?\\)"
            + "|Math\\.random\\(|\\b(long|int) SEED = -?[0-9]");

    @Test
    void tests_ofAllModules_drawNumbersBySeeds() throws IOException {
        List<Path> sources = testSources(Path.of("..").toRealPath());
        assertThat(sources).as("sources of tests beside this module").hasSizeGreaterThan(300);
        assertThat(onTheirOwn(sources))
                .as("take the seed from Seeds.orElse(number) or Seeds.random(purpose)")
                .isEmpty();
    }

    @Test
    void tests_withNumbersOfTheirOwn_areFound(@TempDir Path modules) throws IOException {
        Path sources = Files.createDirectories(modules.resolve("module/src/test/java"));
        Files.writeString(sources.resolve("Fixed.java"), "Random random = new Random(5);");
        Files.writeString(sources.resolve("Drawn.java"), "SplittableRandom random = new SplittableRandom();");
        Files.writeString(sources.resolve("Named.java"), "private static final long SEED = 20_261_116;");
        Files.writeString(sources.resolve("Right.java"), "Random random = new Random(Seeds.orElse(5));");
        assertThat(onTheirOwn(testSources(modules)))
                .extracting(line -> line.replaceAll(".*[/\\\\]", ""))
                .containsExactlyInAnyOrder("Fixed.java:1", "Drawn.java:1", "Named.java:1");
    }

    /** But those of this module, which are about seeds. */
    private static List<Path> testSources(Path modules) throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> children = Files.list(modules)) {
            for (Path module : children.toList()) {
                Path tests = module.resolve("src/test/java");
                if (Files.isDirectory(tests) && !module.endsWith("test-support")) {
                    try (Stream<Path> files = Files.walk(tests)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }

    private static List<String> onTheirOwn(List<Path> sources) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : sources) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                if (ON_ITS_OWN.matcher(lines.get(i)).find()) {
                    found.add(source + ":" + (i + 1));
                }
            }
        }
        return found;
    }
}
