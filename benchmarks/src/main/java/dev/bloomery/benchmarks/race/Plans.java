package dev.bloomery.benchmarks.race;

import static dev.bloomery.benchmarks.race.task.Operation.ADD;
import static dev.bloomery.benchmarks.race.task.Operation.BATCH_HIT;
import static dev.bloomery.benchmarks.race.task.Operation.BATCH_MISS;
import static dev.bloomery.benchmarks.race.task.Operation.BATCH_MIX;
import static dev.bloomery.benchmarks.race.task.Operation.BULK_ADD;
import static dev.bloomery.benchmarks.race.task.Operation.DEPENDENT_READ;
import static dev.bloomery.benchmarks.race.task.Operation.HASH;
import static dev.bloomery.benchmarks.race.task.Operation.HIT;
import static dev.bloomery.benchmarks.race.task.Operation.HIT_MANY_KINDS;
import static dev.bloomery.benchmarks.race.task.Operation.MISS;
import static dev.bloomery.benchmarks.race.task.Operation.MISS_MANY_KINDS;
import static dev.bloomery.benchmarks.race.task.Operation.MIX;
import static dev.bloomery.benchmarks.race.task.Operation.OVERLAPPED_READ;
import static dev.bloomery.benchmarks.race.task.Operation.REMOVE;
import static dev.bloomery.benchmarks.race.task.Operation.SINGLE_READ;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Operation;
import dev.bloomery.benchmarks.race.task.Pace;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.report.Goals;
import dev.bloomery.benchmarks.result.Names;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The plans by name. */
final class Plans {
    private static final long MILLION = 1_000_000;
    private static final double ONE_PERCENT = 0.01;
    private static final double TENTH_OF_PERCENT = 0.001;
    private static final List<String> FLOOR = List.of(Task.FLOOR);

    private static final List<String> SWEPT =
            List.of(Names.BLOCKED, Names.CLASSIC, Names.GUAVA, Names.FASTFILTER_BLOCKED);

    private static final List<Measure> ADD_AND_ASK = by(1, ADD, MISS, HIT, MIX);
    private static final List<Measure> BATCHES = by(1, BATCH_MISS, BATCH_HIT, BATCH_MIX, BULK_ADD);
    private static final List<Measure> FLOORS = by(1, SINGLE_READ, OVERLAPPED_READ, DEPENDENT_READ, HASH);
    private static final List<Measure> MANY_KINDS = by(1, MISS_MANY_KINDS, HIT_MANY_KINDS);

    private Plans() {}

    static Plan named(String name) {
        return switch (name) {
            case "short" -> shortPlan();
            case "long" -> longPlan();
            case "goals" -> goals();
            case "cuckoo" -> cuckoo();
            case "sweep" ->
                new Plan(
                        "sweep",
                        1,
                        sweep(
                                SWEPT,
                                3_000,
                                10_000,
                                30_000,
                                100_000,
                                300_000,
                                MILLION,
                                3 * MILLION,
                                10 * MILLION,
                                30 * MILLION,
                                100 * MILLION));
            case "static" -> statics();
            case "regress" -> regress();
            case "smoke" -> smoke();
            default ->
                throw new IllegalArgumentException("the plan is " + name
                        + "; there are short, long, goals, cuckoo, static, sweep, regress and smoke");
        };
    }

    /** The six most used peers beside ours, in less than ten minutes. */
    private static Plan shortPlan() {
        List<String> all = List.of(
                Names.BLOCKED,
                Names.BLOCKED_SHARED,
                Names.CLASSIC,
                Names.GUAVA,
                Names.FASTFILTER_BLOOM,
                Names.FASTFILTER_BLOCKED,
                Names.SPARK,
                Names.DATASKETCHES,
                Names.COMMONS);
        List<String> ours = List.of(Names.BLOCKED);
        TaskList tasks = new TaskList(Pace.SHORT);
        for (long keys : new long[] {MILLION, 100 * MILLION}) {
            tasks.add(FLOOR, KeyType.LONG, keys, ONE_PERCENT, FLOORS)
                    .add(ours, KeyType.LONG, keys, ONE_PERCENT, and(ADD_AND_ASK, BATCHES))
                    .add(without(all, ours), KeyType.LONG, keys, ONE_PERCENT, ADD_AND_ASK);
        }
        tasks.add(FLOOR, KeyType.URL, MILLION, ONE_PERCENT, FLOORS)
                .add(ours, KeyType.URL, MILLION, ONE_PERCENT, and(ADD_AND_ASK, BATCHES))
                .add(without(all, ours), KeyType.URL, MILLION, ONE_PERCENT, ADD_AND_ASK)
                .addAll(sweep(
                        List.of(Names.BLOCKED, Names.GUAVA, Names.FASTFILTER_BLOCKED), 10_000, 100_000, 10 * MILLION));
        return new Plan("short", 1, tasks.tasks());
    }

    /** Everything, for hours. */
    private static Plan longPlan() {
        List<String> all = Contestants.all().stream().map(Contestant::name).toList();
        List<Measure> wishes = and(
                ADD_AND_ASK,
                by(2, ADD, MISS, HIT, MIX),
                BATCHES,
                by(2, BATCH_MISS, BATCH_HIT, BATCH_MIX),
                by(1, REMOVE),
                by(2, REMOVE));
        TaskList tasks = new TaskList(Pace.THOROUGH);
        for (KeyType type : KeyType.values()) {
            for (long keys : new long[] {MILLION, 100 * MILLION}) {
                for (double fpp : new double[] {ONE_PERCENT, TENTH_OF_PERCENT}) {
                    tasks.add(FLOOR, type, keys, fpp, and(FLOORS, onTwoThreads(FLOORS)))
                            .add(all, type, keys, fpp, wishes);
                }
            }
        }
        for (long keys : new long[] {MILLION, 100 * MILLION}) {
            tasks.add(List.of(Names.BLOCKED), KeyType.LONG, keys, ONE_PERCENT, MANY_KINDS);
        }
        tasks.addAll(sweep(SWEPT, 3_000, 10_000, 30_000, 100_000, 300_000, 3 * MILLION, 10 * MILLION, 30 * MILLION));
        return new Plan("long", 3, tasks.tasks());
    }

    /** What the goals of the project are judged by. */
    private static Plan goals() {
        TaskList tasks = new TaskList(Pace.MIDDLE);
        goalsForLongs(tasks, MILLION, List.of(Names.FASTFILTER_XOR8, "fastfilter xorfuse8"));
        goalsForLongs(tasks, 100 * MILLION, List.of(Names.FASTFILTER_XOR8));
        tasks.add(List.of(Names.BLOCKED), KeyType.LONG, MILLION, ONE_PERCENT, MANY_KINDS)
                .add(
                        List.of(Names.BLOCKED_SHARED, Names.GUAVA),
                        KeyType.LONG,
                        MILLION,
                        ONE_PERCENT,
                        and(ADD_AND_ASK, by(2, ADD)))
                .add(
                        List.of(Names.COUNTING, "bloomery counting shared", Names.FASTFILTER_COUNTING),
                        KeyType.LONG,
                        MILLION,
                        ONE_PERCENT,
                        and(ADD_AND_ASK, by(1, REMOVE)))
                .add(FLOOR, KeyType.URL, MILLION, ONE_PERCENT, FLOORS)
                .add(
                        List.of(Names.BLOCKED, Names.BLOCKED_SHARED, Names.BLOCKED_HARDENED),
                        KeyType.URL,
                        MILLION,
                        ONE_PERCENT,
                        and(ADD_AND_ASK, BATCHES))
                .add(
                        List.of(Names.GUAVA, Names.DATASKETCHES, Names.COMMONS, Names.SPARK),
                        KeyType.URL,
                        MILLION,
                        ONE_PERCENT,
                        ADD_AND_ASK);
        return new Plan("goals", 3, tasks.tasks());
    }

    /** What the goals of cuckoo filters are judged by: beside others of the same width. */
    private static Plan cuckoo() {
        TaskList tasks = new TaskList(Pace.SHORT);
        for (long keys : new long[] {MILLION, 10 * MILLION}) {
            cuckoos(tasks, keys, Goals.FPP_OF_8_BITS, Names.FASTFILTER_CUCKOO8);
            cuckoos(tasks, keys, Goals.FPP_OF_16_BITS, Names.FASTFILTER_CUCKOO16);
        }
        return new Plan("cuckoo", 3, tasks.tasks());
    }

    private static void cuckoos(TaskList tasks, long keys, double fpp, String peer) {
        tasks.add(
                        List.of(Names.CUCKOO),
                        KeyType.LONG,
                        keys,
                        fpp,
                        and(ADD_AND_ASK, by(1, BATCH_MISS, BATCH_HIT, REMOVE)))
                .add(List.of(peer, Names.CUCKOOFILTER4J), KeyType.LONG, keys, fpp, ADD_AND_ASK);
    }

    private static void goalsForLongs(TaskList tasks, long keys, List<String> staticPeers) {
        List<Measure> askByTwo = by(2, MISS, HIT, MIX, BATCH_MISS, BATCH_HIT, BATCH_MIX);
        tasks.add(FLOOR, KeyType.LONG, keys, ONE_PERCENT, and(FLOORS, onTwoThreads(FLOORS)))
                .add(List.of(Names.BLOCKED), KeyType.LONG, keys, ONE_PERCENT, and(ADD_AND_ASK, BATCHES, askByTwo))
                .add(List.of(Names.CLASSIC), KeyType.LONG, keys, ONE_PERCENT, and(ADD_AND_ASK, BATCHES))
                .add(
                        keys > MILLION
                                ? List.of(Names.GUAVA, Names.FASTFILTER_BLOOM, Names.FASTFILTER_BLOCKED)
                                : List.of(
                                        Names.FASTFILTER_BLOOM, Names.FASTFILTER_BLOCKED), // Guava with its two threads
                        KeyType.LONG,
                        keys,
                        ONE_PERCENT,
                        ADD_AND_ASK)
                .add(staticPeers, KeyType.LONG, keys, ONE_PERCENT, ADD_AND_ASK);
    }

    /** What the goals of filters of a fixed set are judged by. */
    private static Plan statics() {
        TaskList tasks = new TaskList(Pace.MIDDLE);
        for (long keys : new long[] {MILLION, 10 * MILLION}) {
            tasks.add(
                    List.of(
                            Names.FUSE8,
                            Names.FASTFILTER_XOR8,
                            Names.FASTFILTER_XORFUSE8,
                            Names.FASTFILTER_XORPLUS8,
                            Names.FUSE16,
                            Names.FASTFILTER_XOR16,
                            Names.FUSE8_FOUR,
                            Names.FUSE16_FOUR),
                    KeyType.LONG,
                    keys,
                    ONE_PERCENT,
                    ADD_AND_ASK);
        }
        tasks.add(List.of(Names.FUSE8), KeyType.LONG, MILLION, ONE_PERCENT, MANY_KINDS)
                .add(List.of(Names.FUSE8), KeyType.LONG, 100 * MILLION, ONE_PERCENT, and(ADD_AND_ASK, BATCHES));
        return new Plan("static", 3, tasks.tasks());
    }

    /** The time of a query against the size of the filter. */
    private static List<Task> sweep(List<String> contestants, long... sizes) {
        TaskList tasks = new TaskList(Pace.BRIEF);
        for (long keys : sizes) {
            tasks.add(FLOOR, KeyType.LONG, keys, ONE_PERCENT, by(1, SINGLE_READ, OVERLAPPED_READ))
                    .add(contestants, KeyType.LONG, keys, ONE_PERCENT, by(1, MISS, HIT));
        }
        return tasks.tasks();
    }

    /** Our own operations, for a comparison of two commits. */
    private static Plan regress() {
        List<Measure> all = and(ADD_AND_ASK, BATCHES, by(1, REMOVE));
        TaskList tasks = new TaskList(Pace.SHORT)
                .add(
                        List.of(Names.BLOCKED, Names.BLOCKED_SHARED, Names.CLASSIC, Names.COUNTING),
                        KeyType.LONG,
                        MILLION,
                        ONE_PERCENT,
                        all)
                .add(List.of(Names.BLOCKED), KeyType.LONG, 10 * MILLION, ONE_PERCENT, all)
                .add(List.of(Names.BLOCKED, Names.BLOCKED_HARDENED), KeyType.URL, MILLION, ONE_PERCENT, all);
        return new Plan("regress", 1, tasks.tasks());
    }

    /** Every contestant and operation once, too briefly for figures: shows that all of it runs. */
    private static Plan smoke() {
        List<String> all = Contestants.all().stream().map(Contestant::name).toList();
        List<Measure> wishes =
                and(ADD_AND_ASK, BATCHES, MANY_KINDS, by(1, REMOVE), by(2, ADD, MISS, BATCH_MISS, REMOVE));
        TaskList tasks = new TaskList(new Pace(2, 1, 1, 1, 20));
        for (KeyType type : KeyType.values()) {
            tasks.add(FLOOR, type, 50_000, ONE_PERCENT, and(FLOORS, onTwoThreads(FLOORS)))
                    .add(all, type, 50_000, ONE_PERCENT, wishes);
        }
        return new Plan("smoke", 1, tasks.tasks());
    }

    private static List<Measure> by(int threads, Operation... operations) {
        return Arrays.stream(operations)
                .map(operation -> new Measure(operation, threads))
                .toList();
    }

    private static List<Measure> onTwoThreads(List<Measure> measures) {
        return measures.stream()
                .map(measure -> new Measure(measure.operation(), 2))
                .toList();
    }

    @SafeVarargs
    private static List<Measure> and(List<Measure>... parts) {
        return Stream.of(parts).flatMap(List::stream).toList();
    }

    private static List<String> without(List<String> all, List<String> some) {
        return all.stream().filter(name -> !some.contains(name)).toList();
    }
}
