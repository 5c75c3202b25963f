package dev.bloomery.durable;

import dev.bloomery.durable.DurableProcess.Plan;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.ChildJvm;
import dev.bloomery.internal.disk.SharedLongs;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A durable filter in a directory, and processes that use it and are killed, one after the other. */
final class KilledSeries {
    private static final int LATEST_MILLIS = 300;

    /** Keys whose fate is followed, from a first one on. */
    private record Followed(long firstKey, Expected expected) {}

    private final Plan plan;
    private final Path directory;
    private final Path parent;
    private final List<Followed> followed = new ArrayList<>();
    private int generation;
    private long promised;
    private long begun;
    private long torn;
    private int whileOpening;

    KilledSeries(Plan plan, Path parent) throws IOException {
        this.plan = plan;
        this.parent = Files.createDirectory(parent);
        this.directory = parent.resolve("filter");
        if (plan.kind().removes()) {
            for (int thread = 0; thread < DurableProcess.THREADS; thread++) {
                follow(plan.firstKey(0, thread));
            }
        }
    }

    private void follow(long firstKey) {
        followed.add(
                new Followed(firstKey, new Expected(plan.keys(), plan.kind().removes())));
    }

    /**
     * Starts a process and kills it.
     *
     * @return what is wrong with what it leaves; nothing if all that was promised is there
     */
    String killOnce(SplittableRandom random) throws IOException, InterruptedException {
        SharedLongs published = DurableProcess.published(parent.resolve("published"));
        for (int index = 0; index < 2 * DurableProcess.THREADS; index++) {
            published.set(index, 0);
        }
        try (ChildJvm child = DurableProcess.start(plan, generation, directory, parent.resolve("published"))) {
            if (!child.answer().equals("opening")) {
                return "the process ended before it opened the filter";
            }
            if (random.nextInt(5) == 0) {
                whileOpening++;
            } else if (!child.answer().equals("begun")) {
                return "the filter did not open";
            }
            Thread.sleep(random.nextInt(LATEST_MILLIS));
        }
        if (plan.kind().removes()) {
            for (int thread = 0; thread < DurableProcess.THREADS; thread++) {
                repeat(thread, followed.get(thread).expected, published.get(DurableProcess.begun(thread)));
                promise(followed.get(thread).expected, published.get(DurableProcess.promised(thread)));
            }
        } else {
            repeatAllTogether(published);
        }
        generation++;
        return look();
    }

    /** All threads make the same calls: it is enough to follow the first of them. */
    private void repeatAllTogether(SharedLongs published) {
        follow(plan.firstKey(generation, 0));
        Expected expected = followed.get(followed.size() - 1).expected;
        long most = 0;
        long mostPromised = 0;
        for (int thread = 0; thread < DurableProcess.THREADS; thread++) {
            most = Math.max(most, published.get(DurableProcess.begun(thread)));
            mostPromised = Math.max(mostPromised, published.get(DurableProcess.promised(thread)));
        }
        repeat(0, expected, most);
        promise(expected, mostPromised);
    }

    /** Begins the calls that the process has begun. */
    private void repeat(int thread, Expected expected, long changes) {
        RandomCalls calls = plan.calls(generation, thread, expected.present());
        while (expected.begun() < changes) {
            expected.begin(calls.next().changes());
        }
        begun += changes;
    }

    private void promise(Expected expected, long changes) {
        expected.promise((int) changes);
        promised += changes;
    }

    /** Looks at a copy, so that the next process has to recover by itself. */
    private String look() throws IOException {
        Path copy = parent.resolve("copy");
        if (!Files.exists(directory)) {
            return "";
        }
        copy(directory, copy);
        String fault = "";
        try {
            try (JournaledFilter<Long> found = plan.builder(copy, 1).open()) {
                torn += found.recovery().bytesDropped() > 0 ? 1 : 0;
                for (Followed keys : followed) {
                    fault = first(fault, keys.expected.find(key -> CrashKind.count(found, keys.firstKey + key)));
                }
            }
            fault = first(fault, leftBehind(copy));
            if (plan.keepHashes() && fault.isEmpty()) {
                fault = lookAtKept(copy);
            }
        } catch (IOException | RuntimeException damaged) {
            fault = first(fault, damaged.toString());
        }
        delete(copy);
        return fault;
    }

    private static String leftBehind(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".tmp"))
                    .findFirst()
                    .map(name -> name + " was left behind")
                    .orElse("");
        }
    }

    private String lookAtKept(Path copy) throws IOException {
        DurableArchive.rebuild(
                copy, KeyEncoder.int64(), plan.builder(copy, 2).settings().spec(), Progress.NONE);
        String fault = "";
        try (JournaledFilter<Long> rebuilt = plan.builder(copy, 2).open()) {
            for (Followed keys : followed) {
                fault = first(fault, keys.expected.findKept(key -> CrashKind.count(rebuilt, keys.firstKey + key)));
            }
        }
        return fault;
    }

    private static String first(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    @Override
    public String toString() {
        return generation + " kills, " + whileOpening + " while opening or soon after, " + begun + " changes begun, "
                + promised + " promised, " + torn + " torn journals";
    }
}
