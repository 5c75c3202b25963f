package dev.bloomery.testkit.store;

import dev.bloomery.gate.store.StoreLocks;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Java process with a session of locks, which does what it is told by lines on its input. Its program opens the locks and calls {@link #serve}.
 */
public final class LocksProcess implements LocksHolder {
    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private LocksProcess(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts a process, and returns when it has a session.
     *
     * @param program a class whose {@code main} calls {@link #serve}, among the test classes of the module that runs
     * @param arguments for it
     * @return the process
     * @throws IOException if it does not start
     */
    public static LocksProcess start(Class<?> program, String... arguments) throws IOException {
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
        LocksProcess started = new LocksProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        started.hear();
        return started;
    }

    /**
     * What the program of such a process does after it has made the locks: opens a session and obeys, until its input ends.
     *
     * @param locks the locks
     * @throws IOException if it cannot read
     */
    public static void serve(StoreLocks locks) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                StoreLocks.Session session = locks.open()) {
            System.out.println("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("others")) {
                    System.out.println(session.lockedByOthers());
                } else {
                    System.out.println(session.tryLock(Integer.parseInt(line)));
                }
            }
        }
    }

    private String ask(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        return hear();
    }

    private String hear() {
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

    @Override
    public boolean tryLock(int number) {
        return Boolean.parseBoolean(ask(Integer.toString(number)));
    }

    @Override
    public int lockedByOthers() {
        return Integer.parseInt(ask("others"));
    }

    @Override
    public void stop() {
        signal("STOP");
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
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

    @Override
    public void close() {
        Process unused = process.destroyForcibly().onExit().join();
    }
}
