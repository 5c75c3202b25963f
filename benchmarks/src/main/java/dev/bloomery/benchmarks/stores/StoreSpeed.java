package dev.bloomery.benchmarks.stores;

import dev.bloomery.BloomSpec;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * {@code benchmarks/bench stores}: lookups through a gate beside the direct query, in SQLite, PostgreSQL and Redis on this machine, by one thread. Both
 * are asked in turn, round by round; the lower quartile of the rounds counts, because the machine is never quiet. Every absent key is a new one, so that the memory
 * of false positives does not help.
 */
public final class StoreSpeed {
    private static final int KEYS = 200_000;
    private static final int ROUNDS = 240;
    /** Keys of a round: of those that reach the store, and of those that mostly do not. */
    private static final int FEW = 200;

    private static final int MANY = 20_000;
    private static final double MOST_OVERHEAD = 0.05;

    private final StoreUnderTest subject;
    private final SplittableRandom random = new SplittableRandom(1);

    private StoreSpeed(StoreUnderTest subject) {
        this.subject = subject;
    }

    public static void main(String[] args) throws Exception {
        System.out.printf("%,d keys; one thread; the lower quartile of %d rounds%n%n", KEYS, ROUNDS);
        System.out.println("absent keys     FPP    direct/s   through the gate/s    times   goal");
        StringBuilder present = new StringBuilder();
        try (StoreUnderTest sqlite = SqliteUnderTest.with(KEYS)) {
            present.append(new StoreSpeed(sqlite).run());
        }
        try (StoreUnderTest postgres = PostgresUnderTest.with(KEYS)) {
            present.append(new StoreSpeed(postgres).run());
        }
        try (StoreUnderTest redis = RedisUnderTest.with(KEYS)) {
            present.append(new StoreSpeed(redis).run());
        }
        System.out.println();
        System.out.println(
                "present keys         direct us   by the store us   through the gate us   gate over store   goal");
        System.out.print(present);
    }

    /** Prints what absent keys cost, and says what present ones do. */
    private String run() throws Exception {
        try (Gate<Long> warmUp = gate(0.01)) {
            String unused = absent(warmUp, 0.01) + present(warmUp);
        }
        String present = "";
        for (double fpp : new double[] {0.01, 0.001}) {
            try (Gate<Long> gate = gate(fpp)) {
                System.out.print(absent(gate, fpp));
                present = present(gate);
            }
        }
        return present;
    }

    private Gate<Long> gate(double fpp) {
        return Gate.over(subject.store(), KeyEncoder.int64(), BloomSpec.of(KEYS, fpp))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
    }

    private String absent(Gate<Long> gate, double fpp) throws Exception {
        double[] direct = new double[ROUNDS];
        double[] through = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            direct[round] = nanosOf(subject::isThere, absentKeys(FEW), false);
            through[round] = nanosOf(gate::contains, absentKeys(MANY), false);
        }
        double directNanos = lowerQuartile(direct);
        double throughNanos = lowerQuartile(through);
        return String.format(
                "%-12s %5.1f %% %,11.0f %,20.0f %8.0f %6d%n",
                subject.name(),
                100 * fpp,
                1e9 / directNanos,
                1e9 / throughNanos,
                directNanos / throughNanos,
                subject.goal());
    }

    private String present(Gate<Long> gate) throws Exception {
        double[] direct = new double[ROUNDS];
        double[] byStore = new double[ROUNDS];
        double[] through = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            Long[] keys = presentKeys();
            direct[round] = nanosOf(subject::isThere, keys, true);
            // whoever comes second finds the pages of the keys in the caches, so they take turns
            if (round % 2 == 0) {
                byStore[round] = nanosOf(subject.store()::contains, keys, true);
                through[round] = nanosOf(gate::contains, keys, true);
            } else {
                through[round] = nanosOf(gate::contains, keys, true);
                byStore[round] = nanosOf(subject.store()::contains, keys, true);
            }
        }
        double storeNanos = lowerQuartile(byStore);
        double throughNanos = lowerQuartile(through);
        return String.format(
                "%-18s %11.2f %17.2f %21.2f %15.1f %% %4.0f %%%n",
                subject.name(),
                lowerQuartile(direct) / 1e3,
                storeNanos / 1e3,
                throughNanos / 1e3,
                100 * (throughNanos / storeNanos - 1),
                100 * MOST_OVERHEAD);
    }

    private Long[] absentKeys(int count) {
        return random.longs(count, 0, Long.MAX_VALUE / 2)
                .map(number -> 2 * number + 1)
                .boxed()
                .toArray(Long[]::new);
    }

    private Long[] presentKeys() {
        return random.longs(FEW, 0, KEYS).map(number -> 2 * number).boxed().toArray(Long[]::new);
    }

    private interface Lookup {
        boolean isThere(Long key) throws Exception;
    }

    private static double nanosOf(Lookup lookup, Long[] keys, boolean expected) throws Exception {
        long begun = System.nanoTime();
        int found = 0;
        for (Long key : keys) {
            found += lookup.isThere(key) ? 1 : 0;
        }
        long nanos = System.nanoTime() - begun;
        if (found != (expected ? keys.length : 0)) {
            throw new IllegalStateException(found + " of " + keys.length + " keys were found");
        }
        return (double) nanos / keys.length;
    }

    private static double lowerQuartile(double[] rounds) {
        double[] sorted = Arrays.copyOfRange(rounds, rounds.length / 4, rounds.length); // without the warm-up
        Arrays.sort(sorted);
        return sorted[sorted.length / 4];
    }
}
