package dev.bloomery.testkit.store;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Java process that is told what to do by lines on its input, and answers by lines on its output. */
final class LineProcess {
    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private LineProcess(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** @param program among the test classes of the module that runs */
    static LineProcess start(Class<?> program, String... arguments) throws IOException {
        // under Maven this module and others are on the module path
        String classes = Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(path -> path != null)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of("target", "test-classes") + File.pathSeparator + classes,
                program.getName()));
        command.addAll(List.of(arguments));
        return new LineProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    synchronized void tell(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    String hear() {
        try {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("the process has ended; its log says why");
            }
            return line;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    void signal(String name) {
        try {
            int result = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (result != 0) {
                throw new IllegalStateException("kill -" + name + " says " + result);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(problem);
        }
    }

    /** Ends its input, and waits until it has ended by itself. */
    void endInput() throws IOException {
        input.close();
        Process unused = process.onExit().join();
    }

    /** As {@code kill -9} does; returns when it is dead. */
    void kill() {
        Process unused = process.destroyForcibly().onExit().join();
    }
}
