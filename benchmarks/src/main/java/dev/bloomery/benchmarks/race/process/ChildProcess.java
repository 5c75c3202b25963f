package dev.bloomery.benchmarks.race.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.CompilerHints;

/** Starts processes of {@link Child} with the same Java and the same flags for every contestant, and waits for them. */
public final class ChildProcess {
    /** Besides the heap. JMH's lock would keep a second run on the machine from starting. */
    public static final List<String> FLAGS = List.of("-XX:+UseG1GC", "-XX:+AlwaysPreTouch", "-Djmh.ignoreLock=true");

    private ChildProcess() {}

    /** Throws an exception with the cause if it fails. */
    public static void run(long heapMegabytes, Path log, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        CompilerHints.addCompilerHints(command); // JMH gives them only to processes that it starts itself
        command.add("-Xms" + heapMegabytes + "m");
        command.add("-Xmx" + heapMegabytes + "m");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread stop = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(stop);
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(stop);
        if (exit != 0) {
            throw new IOException("exit code " + exit + ": " + cause(log));
        }
    }

    /** The last exception of its output: the innermost cause. */
    private static String cause(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return lines.map(String::strip)
                    .filter(line -> line.contains("Exception") || line.contains("Error"))
                    .reduce("no exception in its output", (earlier, later) -> later);
        }
    }
}
