package dev.bloomery.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * A project of a user with one of our modules as its only dependency: its sources, and the paths that Maven resolved for it.
 *
 * @param directory where it is
 */
record Consumer(Path directory) {
    private static final long MINUTES = 2;

    static final Path ALL = Path.of(System.getProperty("bloomery.consumers")).normalize();

    /** How javac and java are told where the jars are. */
    enum Way {
        MODULE_PATH("--module-path"),
        CLASS_PATH("--class-path");

        private final String option;

        Way(String option) {
            this.option = option;
        }
    }

    /** What a tool did. */
    record Result(int code, String output, String errors) {}

    static Consumer of(String module) {
        return new Consumer(ALL.resolve(module));
    }

    /** The jars that Maven gives to javac. */
    List<String> compilePath() throws IOException {
        return path("compile.path");
    }

    /** The jars that Maven gives to java. */
    List<String> runtimePath() throws IOException {
        return path("runtime.path");
    }

    private List<String> path(String file) throws IOException {
        String resolved = Files.readString(directory.resolve("target").resolve(file));
        return Arrays.asList(resolved.strip().split(File.pathSeparator));
    }

    /** Compiles it with these jars alone, with all warnings; those that javac has are errors. */
    Result compile(Way way, List<String> jars, Path classes) throws IOException {
        Predicate<Path> wanted = source -> way == Way.MODULE_PATH || !source.endsWith("module-info.java");
        List<String> arguments =
                new ArrayList<>(List.of("-Xlint:all", "-Werror", "--release", "17", "-d", classes.toString()));
        arguments.addAll(List.of(way.option, String.join(File.pathSeparator, jars)));
        if (way == Way.MODULE_PATH) {
            // an empty one: otherwise javac takes the class path of the JVM that it runs in
            arguments.addAll(List.of(
                    Way.CLASS_PATH.option, Files.createDirectories(classes).toString()));
        }
        try (Stream<Path> files = Files.walk(directory.resolve("src"))) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .filter(wanted)
                    .forEach(file -> arguments.add(file.toString()));
        }
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(output), new PrintWriter(errors), arguments.toArray(String[]::new));
        return new Result(code, output.toString(), errors.toString());
    }

    /** Runs it with what Maven gives to java. */
    Result run(Way way, Path classes, Path temporary) throws IOException, InterruptedException {
        List<String> jars = new ArrayList<>(runtimePath());
        jars.add(0, classes.toString());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(way.option, String.join(File.pathSeparator, jars)));
        command.addAll(way == Way.MODULE_PATH ? List.of("--module", "app/app.Main") : List.of("app.Main"));
        command.add(temporary.toString());
        Path output = temporary.resolve("output");
        Path errors = temporary.resolve("errors");
        Process java = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(java.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("the consumer ended")
                    .isTrue();
        } finally {
            java.destroyForcibly();
        }
        return new Result(java.exitValue(), Files.readString(output), Files.readString(errors));
    }
}
