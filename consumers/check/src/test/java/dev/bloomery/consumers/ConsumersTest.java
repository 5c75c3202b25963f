package dev.bloomery.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.consumers.Consumer.Result;
import dev.bloomery.consumers.Consumer.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each published module as the only dependency of a project, with a module descriptor and without one. */
class ConsumersTest {
    /** Modules that nobody names as a dependency: programs, these checks, and what comes along with the testkits. */
    private static final List<String> NOT_PUBLISHED =
            List.of("test-support", "examples", "samples", "gate-simulation", "benchmarks", "cli", "consumers");

    /** Jedis asks for a logger, says so if there is none, and leaves that choice to the user. */
    private static final Pattern NO_LOGGER = Pattern.compile("SLF4J.*\\R");

    @TempDir
    Path directory;

    static List<String> published() throws IOException {
        String build = Files.readString(Consumer.ALL.resolve("../pom.xml"));
        return Pattern.compile("<module>(.*)</module>")
                .matcher(build)
                .results()
                .map(found -> found.group(1))
                .filter(module -> !NOT_PUBLISHED.contains(module))
                .toList();
    }

    static Stream<Arguments> consumers() throws IOException {
        return published().stream().flatMap(module -> Stream.of(Way.values()).map(way -> Arguments.of(module, way)));
    }

    @ParameterizedTest
    @MethodSource("consumers")
    void consumer_withOneDependency_compilesWithoutWarningAndRuns(String module, Way way) throws Exception {
        Consumer consumer = Consumer.of(module);
        Path classes = directory.resolve("classes");

        Result compiled = consumer.compile(way, consumer.compilePath(), classes);
        assertThat(compiled.output() + compiled.errors()).isEmpty();
        assertThat(compiled.code()).isZero();

        Result ran = consumer.run(way, classes, directory);
        assertThat(NO_LOGGER.matcher(ran.errors()).replaceAll("")).isEmpty();
        assertThat(ran).extracting(Result::code, Result::output).containsExactly(0, "ok");
    }

    @ParameterizedTest
    @MethodSource("published")
    void consumer_declaresNothingButTheModule(String module) throws IOException {
        String project = Files.readString(Consumer.ALL.resolve(module).resolve("pom.xml"));
        List<String> declared = Pattern.compile("<dependency>.*?<artifactId>(.*?)</artifactId>", Pattern.DOTALL)
                .matcher(project)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(declared).containsExactly("bloomery-" + module);
    }

    /** The control: what a user saw while the annotations did not come with the library. */
    @Test
    void compile_withoutTheAnnotations_failsOnTheModulePath() throws IOException {
        Consumer consumer = Consumer.of("core");
        List<String> jars = new ArrayList<>(consumer.compilePath());
        assertThat(jars.removeIf(jar -> jar.contains("jspecify"))).isTrue();
        Result compiled = consumer.compile(Way.MODULE_PATH, jars, directory.resolve("classes"));
        assertThat(compiled.code()).isNotZero();
        assertThat(compiled.output() + compiled.errors()).contains("module not found: org.jspecify");
    }
}
