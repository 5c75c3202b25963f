package dev.bloomery.benchmarks;

import com.google.common.hash.Funnels;
import dev.bloomery.Filters;
import dev.bloomery.Layout;
import dev.bloomery.key.KeyEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Adds and queries of a million 60-character addresses or longs at one percent, beside Guava. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class BloomBenchmark {
    private static final int KEYS = 1 << 20;
    private static final double FPP = 0.01;

    @Param({"classic", "blocked", "blocked-single-writer", "blocked-hardened", "guava"})
    public String filter;

    @Param({"long", "url"})
    public String keys;

    private Object[] present;
    private Object[] absent;
    private Object[] mixed;
    private Predicate<Object> add;
    private Predicate<Object> mightContain;
    private int next;

    @Setup(Level.Trial)
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        present = new Object[KEYS];
        absent = new Object[KEYS];
        mixed = new Object[KEYS];
        for (int i = 0; i < KEYS; i++) {
            present[i] = key(random.nextLong());
            absent[i] = key(random.nextLong());
            mixed[i] = random.nextBoolean() ? present[i] : absent[i];
        }
        make();
        for (Object key : present) {
            add.test(key);
        }
    }

    private Object key(long number) {
        return keys.equals("long")
                ? (Object) number
                : "https://www.example.com/catalogue/items/" + String.format("%020d", number & Long.MAX_VALUE);
    }

    @SuppressWarnings("unchecked")
    private void make() {
        if (filter.equals("guava")) {
            var guava = (com.google.common.hash.BloomFilter<Object>) (Object)
                    (keys.equals("long")
                            ? com.google.common.hash.BloomFilter.create(Funnels.longFunnel(), KEYS, FPP)
                            : com.google.common.hash.BloomFilter.create(
                                    Funnels.stringFunnel(StandardCharsets.UTF_8), KEYS, FPP));
            add = guava::put;
            mightContain = guava::mightContain;
            return;
        }
        var encoder = (KeyEncoder<Object>) (Object) (keys.equals("long") ? KeyEncoder.int64() : KeyEncoder.utf8());
        var builder = Filters.bloom(encoder)
                .capacity(KEYS)
                .targetFpp(FPP)
                .layout(filter.equals("classic") ? Layout.CLASSIC : Layout.BLOCKED);
        if (filter.endsWith("single-writer")) {
            builder.singleWriter();
        }
        if (filter.endsWith("hardened")) {
            builder.hardened();
        }
        var ours = builder.build();
        add = ours::add;
        mightContain = ours::mightContain;
    }

    @Benchmark
    public boolean queryPresent() {
        return mightContain.test(present[next++ & (KEYS - 1)]);
    }

    @Benchmark
    public boolean queryAbsent() {
        return mightContain.test(absent[next++ & (KEYS - 1)]);
    }

    @Benchmark
    public boolean queryMixed() {
        return mightContain.test(mixed[next++ & (KEYS - 1)]);
    }

    /** Adds new keys to a filter that is made anew when it is full. */
    @Benchmark
    public boolean add() {
        int at = next++ & (KEYS - 1);
        if (at == 0) {
            make();
        }
        return add.test(present[at]);
    }
}
