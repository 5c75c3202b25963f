package dev.bloomery.examples.events;

import dev.bloomery.durable.DurableWindowedFilter;
import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs a {@link Consumer} in a process of its own, which dies in the middle, then a second one to the end, and counts what was handled how often. */
public final class Restart {

    private Restart() {}

    /**
     * Runs in a temporary directory; with {@code in} and {@code die} as the process that dies.
     *
     * @param args {@code events}, {@code minutes} of the window, {@code fpp}
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Options options = Options.orExit(args, "events=5000", "minutes=20", "fpp=0.0001", "in=", "die=1");
        Duration window = Duration.ofMinutes(options.number("minutes"));
        double fpp = options.probability("fpp");
        if (!options.text("in").isEmpty()) {
            new Consumer(Path.of(options.text("in")), window, fpp).run(options.number("die"));
            return;
        }
        try (Scratch scratch = new Scratch("events")) {
            run(scratch.directory(), options.number("events"), window, fpp, System.out);
        }
    }

    /** What the run found. */
    record Result(int exit, int lines, int readAgain, int never, long twice) {}

    static Result run(Path directory, int events, Duration window, double fpp, PrintStream out)
            throws IOException, InterruptedException {
        EventLog.write(directory.resolve("events.log"), events, window.toSeconds());
        List<String> log = Files.readAllLines(directory.resolve("events.log"));
        int lines = log.size();
        Report report = new Report(out);
        report.text("%,d lines of a log, with %,d events; the others are duplicates%n", lines, events);

        int exit = startAnotherProcess(
                "in=" + directory,
                "minutes=" + window.toMinutes(),
                String.format(Locale.ROOT, "fpp=%.9f", fpp),
                "die=" + events / 2);
        List<String> handled = Files.readAllLines(directory.resolve("handled"));
        String last = handled.get(handled.size() - 1);
        report.text("first process: died with %d after it had handled %,d events", exit, handled.size());

        Consumer second = new Consumer(directory, window, fpp);
        List<String> open = log.subList(second.committed(), log.size());
        int readAgain = 0;
        while (!EventLog.Event.parse(open.get(readAgain)).id().equals(last)) {
            readAgain++;
        }
        long start = System.nanoTime();
        long dropped = second.run(Long.MAX_VALUE);
        report.text("second process: began at the last position that was committed");
        report.count("lines that the first one had done", readAgain);
        report.count("duplicates dropped, these among them", dropped);
        report.millis("time, each add waiting for the disk", System.nanoTime() - start);

        Map<String, Integer> times = new HashMap<>();
        for (String id : Files.readAllLines(directory.resolve("handled"))) {
            times.merge(id, 1, Integer::sum);
        }
        int never = events - times.size();
        long twice = times.values().stream().filter(count -> count > 1).count();
        report.text("both together");
        report.count("duplicates in the log", lines - events);
        report.count("events handled", times.size());
        report.count("never: taken for duplicates, by the FPP", never);
        report.count("twice: after the window, or at the crash", twice);
        printFilter(report, second, fpp);
        return new Result(exit, lines, readAgain, never, twice);
    }

    /** Asks for events that never were. */
    private static void printFilter(Report report, Consumer consumer, double fpp) throws IOException {
        try (DurableWindowedFilter<String> seen = consumer.openFilter()) {
            int probes = 1_000_000;
            long positives = 0;
            for (int i = 0; i < probes; i++) {
                positives += seen.mightContain("never-" + i) ? 1 : 0;
            }
            report.count("memory of the filter, bytes", seen.info().memoryBytes());
            report.fpp(positives, probes, fpp);
        }
    }

    private static int startAnotherProcess(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        String modules = System.getProperty("jdk.module.path");
        if (modules == null) {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Restart.class.getName()));
        } else {
            command.addAll(List.of("-p", modules, "-m", "dev.bloomery.examples/" + Restart.class.getName()));
        }
        command.addAll(List.of(args));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
