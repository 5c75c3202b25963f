package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.benchmarks.keys.Keys;
import dev.bloomery.benchmarks.keys.LongQuestions;
import dev.bloomery.benchmarks.keys.Queries;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Asks one of our filters in a process that has used blocked, classic, counting, scalable, hardened, cuckoo and fuse ones through the
 * same interface: inside the library no call of that interface has one target any more. The place that asks has, as that of a
 * program that uses several kinds, each for its own purpose; a place that meets all kinds pays for an interface call besides.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Queries.A_CALL)
public class ManyKinds {
    /** The contestants that are asked so. */
    public static final Set<String> KINDS = Set.of(Names.BLOCKED, Names.FUSE8);

    private static final int OTHER_KEYS = 1 << 18;
    private static final int ROUNDS = 20;

    private static HashedFilter<Long> asked;

    private LongQuestions questions;
    private int next;

    @Setup(Level.Trial)
    public void setup(ThreadParams thread) {
        Task task = Arena.current().task();
        questions = LongQuestions.of(task.keys());
        next = Queries.firstOf(thread, questions.count());
        makeOnce(task);
    }

    private static synchronized void makeOnce(Task task) {
        if (asked == null) {
            useOthers(task.fpp());
            asked = task.contestant().equals(Names.BLOCKED) ? blocked(task) : fuse(task.keys());
        }
    }

    private static HashedFilter<Long> blocked(Task task) {
        AddableFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(task.keys())
                .targetFpp(task.fpp())
                .layout(Layout.BLOCKED)
                .singleWriter()
                .build();
        for (long i = 0; i < task.keys(); i++) {
            filter.addLong(Keys.present(i));
        }
        return filter;
    }

    private static HashedFilter<Long> fuse(long keys) {
        return Filters.fuse(KeyEncoder.int64())
                .targetFpp(0.004)
                .buildLongs(Keys.presentLongs(0, Math.toIntExact(keys)));
    }

    private static void useOthers(double fpp) {
        var longs = KeyEncoder.int64();
        List<AddableFilter<Long>> others = List.of(
                Filters.bloom(longs)
                        .capacity(OTHER_KEYS)
                        .targetFpp(fpp)
                        .layout(Layout.BLOCKED)
                        .build(),
                Filters.bloom(longs)
                        .capacity(OTHER_KEYS)
                        .targetFpp(fpp)
                        .layout(Layout.CLASSIC)
                        .build(),
                Filters.bloom(longs)
                        .capacity(OTHER_KEYS)
                        .targetFpp(fpp)
                        .hardened()
                        .build(),
                Filters.countingBloom(longs).capacity(OTHER_KEYS).targetFpp(fpp).build(),
                Filters.scalableBloom(longs).targetFpp(fpp).build());
        AddableFilter<String> strings = Filters.bloom(KeyEncoder.utf8())
                .capacity(OTHER_KEYS)
                .targetFpp(fpp)
                .hardened()
                .build();
        AddableFilter<Long> cuckoo =
                Filters.cuckoo(longs).capacity(OTHER_KEYS).targetFpp(fpp).build();
        HashedFilter<Long> fuse = fuse(OTHER_KEYS / 2);
        long[] keys = Keys.presentLongs(0, OTHER_KEYS);
        String[] urls = Keys.presentUrls(0, OTHER_KEYS);
        for (int round = 0; round < ROUNDS; round++) {
            for (AddableFilter<Long> other : others) {
                use(other, keys, OTHER_KEYS / 2);
            }
            cuckoo.clear();
            use(cuckoo, keys, OTHER_KEYS / 2);
            askAll(fuse, keys);
            for (int i = 0; i < OTHER_KEYS / 2; i++) {
                strings.add(urls[i]);
            }
            askStrings(strings, urls);
        }
    }

    private static void use(AddableFilter<Long> filter, long[] keys, int added) {
        for (int i = 0; i < added; i++) {
            filter.addLong(keys[i]);
        }
        askAll(filter, keys);
    }

    private static void askAll(HashedFilter<Long> filter, long[] keys) {
        for (int from = 0; from < keys.length; from += Queries.A_CALL) {
            ask(filter, keys, from);
        }
    }

    private static int askStrings(HashedFilter<String> filter, String[] keys) {
        int maybes = 0;
        for (String key : keys) {
            maybes += filter.mightContain(key) ? 1 : 0;
        }
        return maybes;
    }

    @Benchmark
    public int hit() {
        return askNext(questions.hits());
    }

    @Benchmark
    public int miss() {
        return askNext(questions.misses());
    }

    private int askNext(long[] keys) {
        int from = next;
        next = from + Queries.A_CALL & keys.length - 1;
        return askHere(asked, keys, from);
    }

    /** The same loop as {@link #ask}, but that only one filter comes by. */
    private static int askHere(HashedFilter<Long> filter, long[] keys, int from) {
        int maybes = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            maybes += filter.mightContainLong(keys[i]) ? 1 : 0;
        }
        return maybes;
    }

    private static int ask(HashedFilter<Long> filter, long[] keys, int from) {
        int maybes = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            maybes += filter.mightContainLong(keys[i]) ? 1 : 0;
        }
        return maybes;
    }
}
