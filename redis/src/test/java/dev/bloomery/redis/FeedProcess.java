package dev.bloomery.redis;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of {@link FeedChild}, for any number of threads. */
final class FeedProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> awaited = new ConcurrentHashMap<>();
    private volatile boolean ended;

    private FeedProcess(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** It does what it is told when its gate is open: see {@link #awaitReady}. */
    static FeedProcess start(String... arguments) {
        // under Maven this module and others are on the module path
        String classes = Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(path -> path != null)
                .collect(Collectors.joining(File.pathSeparator));
        Stream<String> command = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                Path.of("target", "test-classes") + File.pathSeparator + classes,
                FeedChild.class.getName());
        try {
            return new FeedProcess(new ProcessBuilder(
                            Stream.concat(command, Stream.of(arguments)).toList())
                    .redirectError(ProcessBuilder.Redirect.DISCARD) // what it logs of gaps is expected
                    .start());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Until its gate is open. Once. */
    void awaitReady() {
        try {
            String ready = output.readLine();
            if (!"ready".equals(ready)) {
                throw new IllegalStateException("the process said " + ready);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        Thread reader = new Thread(this::read, "output of a process");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                int space = line.indexOf(' ');
                CompletableFuture<String> answer = awaited.remove(Long.parseLong(line.substring(0, space)));
                if (answer != null) {
                    boolean unused = answer.complete(line.substring(space + 1));
                }
            }
        } catch (IOException killed) {
            // as is told to those who wait
        }
        ended = true;
        awaited.values().forEach(answer -> answer.completeExceptionally(new IOException("the process has ended")));
    }

    /** What it answers; an exception if it has ended. */
    CompletableFuture<String> tell(String what, long from, long to) {
        long number = numbers.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        awaited.put(number, answer);
        try {
            synchronized (input) {
                input.write(number + " " + what + " " + from + " " + to + "\n");
                input.flush();
            }
        } catch (IOException gone) {
            boolean unused = answer.completeExceptionally(gone);
        }
        if (ended) {
            boolean unused = answer.completeExceptionally(new IOException("the process has ended"));
        }
        return answer;
    }

    void stop() {
        signal("STOP");
    }

    void resume() {
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

    /** As by kill -9. */
    @Override
    public void close() {
        Process unused = process.destroyForcibly().onExit().join();
    }
}
