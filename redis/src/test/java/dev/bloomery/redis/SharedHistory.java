package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.redis.SharedBoard.Count;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes that add and look up, and what they have answered. */
final class SharedHistory implements AutoCloseable {
    private static final int PROCESSES = 3;

    private final Path file;
    final SharedBoard board;
    private final List<Process> children = new ArrayList<>();
    private final List<String> arguments;

    SharedHistory(int port, long age, List<Integer> clusterPorts) {
        try {
            file = Files.createTempFile("bloomery-history", ".board");
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        board = new SharedBoard(file);
        List<String> words = new ArrayList<>(List.of(String.valueOf(port), file.toString(), String.valueOf(age)));
        if (!clusterPorts.isEmpty()) {
            words.add(
                    String.join(",", clusterPorts.stream().map(String::valueOf).toList()));
        }
        arguments = List.copyOf(words);
    }

    void start() {
        for (int i = 0; i < PROCESSES; i++) {
            children.add(child());
        }
        children.forEach(SharedHistory::awaitReady);
    }

    private Process child() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                classPath(),
                SharedChild.class.getName()));
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
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

    private static void awaitReady(Process process) {
        try {
            String line = process.inputReader().readLine();
            if (!"ready".equals(line)) {
                throw new IllegalStateException("the process said " + line);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Stops a process in the middle of what it does, for so long. */
    void stopFor(int number, int millis) {
        signal(number, "STOP");
        RedisProcess.pause(millis);
        signal(number, "CONT");
    }

    private void signal(int number, String name) {
        try {
            int unused = new ProcessBuilder(
                            "kill",
                            "-" + name,
                            String.valueOf(children.get(number).pid()))
                    .start()
                    .waitFor();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }

    /** As by kill -9, and another one takes its place. */
    void kill(int number) {
        children.get(number).destroyForcibly();
        Process next = child();
        awaitReady(next);
        children.set(number, next);
    }

    /** Until so many more keys were added. */
    void awaitAdds(long more) {
        long until = board.get(Count.ADDS) + more;
        RedisProcess.await(more + " more adds", () -> board.get(Count.ADDS) >= until);
    }

    /** Until so many more lookups got no. */
    void awaitNoes(long more) {
        long until = board.get(Count.NO) + more;
        RedisProcess.await(more + " more that are not there", () -> board.get(Count.NO) >= until);
    }

    void awaitLookups(long count) {
        long giveUp = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
        while (board.get(Count.LOOKUPS) < count && System.nanoTime() < giveUp) {
            RedisProcess.pause(20);
        }
    }

    /** All keys whose adds have begun. */
    KeyScan<Long> source() {
        return sink -> {
            long count = 0;
            for (int key = 0; key < SharedBoard.KEYS; key++) {
                if (board.hasBegun(key)) {
                    sink.accept((long) key);
                    count++;
                }
            }
            return count;
        };
    }

    /** Fills the filter anew, as often as it takes. */
    void refill(SharedFilter<Long> filter) {
        RedisProcess.await("the filter is filled", () -> {
            try {
                return filter.refill(source()) >= 0;
            } catch (StoreException | IllegalStateException notYet) {
                return false;
            }
        });
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Count count : Count.values()) {
            text.append(count).append(' ').append(board.get(count)).append(' ');
        }
        return text.toString();
    }

    @Override
    public void close() {
        board.count(Count.STOP, 1);
        children.forEach(Process::destroyForcibly);
        try {
            Files.deleteIfExists(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
