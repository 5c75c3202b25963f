package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import dev.bloomery.benchmarks.keys.Queries;
import dev.bloomery.benchmarks.keys.UrlQuestions;
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

/** Asks the full filter for addresses, one by one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Queries.A_CALL)
public class UrlQueries {
    private UrlFilter filter;
    private UrlQuestions questions;
    private int next;

    @Setup(Level.Trial)
    public void setup(ThreadParams thread) {
        filter = Arena.current().urls();
        questions = UrlQuestions.of(Arena.current().task().keys());
        next = Queries.firstOf(thread, questions.count());
    }

    @Benchmark
    public int hit() {
        return ask(questions.hits());
    }

    @Benchmark
    public int miss() {
        return ask(questions.misses());
    }

    @Benchmark
    public int mix() {
        return ask(questions.mixed());
    }

    private int ask(String[] keys) {
        UrlFilter filter = this.filter;
        int from = next;
        next = from + Queries.A_CALL & keys.length - 1;
        int maybes = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            maybes += filter.mightContain(keys[i]) ? 1 : 0;
        }
        return maybes;
    }
}
