package dev.bloomery.redis;

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

/** Processes of {@link SharedChild}, for one history after the other. */
final class SharedProcesses implements AutoCloseable {
    private final List<Integer> ports;
    private final List<Child> children = new ArrayList<>();
    private String history = "";

    private record Child(Process process, BufferedReader output, BufferedWriter input) {}

    /** @param ports of a server, or of a cluster */
    SharedProcesses(int count, List<Integer> ports) {
        this.ports = ports;
        for (int i = 0; i < count; i++) {
            children.add(child());
        }
    }

    private Child child() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                classPath(),
                SharedChild.class.getName()));
        ports.forEach(port -> command.add(String.valueOf(port)));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new Child(
                    process, process.inputReader(StandardCharsets.UTF_8), process.outputWriter(StandardCharsets.UTF_8));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** That of this process, and the modules that it has. */
    private static String classPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                        .map(System::getProperty)
                        .filter(path -> path != null && !path.isEmpty())
                        .collect(Collectors.joining(File.pathSeparator))
                + File.pathSeparator
                + Path.of("target", "test-classes");
    }

    /** All of them open the filter that there is, and add and look up. */
    void begin(Path board, long age) {
        history = age + " " + board;
        children.forEach(this::tell);
        children.forEach(child -> expect(child, "ready"));
    }

    private void tell(Child child) {
        try {
            child.input().write(history + "\n");
            child.input().flush();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static void expect(Child child, String word) {
        try {
            String line = child.output().readLine();
            if (!word.equals(line)) {
                throw new IllegalStateException("the process said " + line + " in place of " + word);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Until all have closed the filter, after the board told them to. */
    void awaitEnd() {
        children.forEach(child -> expect(child, "done"));
    }

    /** Stops a process in the middle of what it does, for so long. */
    void stopFor(int number, int millis) {
        signal(number, "STOP");
        RedisProcess.pause(millis);
        signal(number, "CONT");
    }

    private void signal(int number, String name) {
        String id = String.valueOf(children.get(number).process().pid());
        try {
            int result = new ProcessBuilder("kill", "-" + name, id).start().waitFor();
            if (result != 0) {
                throw new IllegalStateException("kill -" + name + " says " + result);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }

    /** As by kill -9, and another one takes its place. */
    void kill(int number) {
        Process unused =
                children.get(number).process().destroyForcibly().onExit().join();
        Child next = child();
        children.set(number, next);
        tell(next);
        expect(next, "ready");
    }

    @Override
    public void close() {
        for (Child child : children) {
            Process unused = child.process().destroyForcibly();
        }
    }
}
