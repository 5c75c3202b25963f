package dev.bloomery.benchmarks.stores;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * {@code benchmarks/bench stores [sqlite] [postgresql] [mariadb] [connector-j] [redis] [lettuce]}: lookups through a gate beside the direct query, in these stores, or in all, on this machine, by one
 * thread. Both are asked in turn, round by round.
 *
 * <ol>
 *   <li>Absent keys: the lower quartile of the rounds counts, because the machine is never quiet. Every key is a new one, so that the memory of false
 *       positives does not help.
 *   <li>Present keys: all ways get the same keys in the same order, after somebody has asked for them before, and take turns in all orders. The median of the ratios
 *       of a round counts, with the middle half of them beside it. Before it all that the gate keeps is made old for the collector, as in a server.
 * </ol>
 */
public final class StoreSpeed {
    private static final int KEYS = 200_000;
    /** With a quarter of them for warming up; a multiple of the orders. */
    private static final int ROUNDS = 480;

    /** In which the three ways are gone. */
    private static final int[][] ORDERS = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}, {2, 0, 1}, {1, 0, 2}};

    /** Keys of a round: of those that reach the store, and of those that mostly do not. */
    private static final int FEW = 200;

    private static final int MANY = 20_000;
    private static final double MOST_OVERHEAD = 0.05;

    private final StoreUnderTest subject;
    private final SplittableRandom random = new SplittableRandom(1);

    private StoreSpeed(StoreUnderTest subject) {
        this.subject = subject;
    }

    private interface Opening {
        StoreUnderTest with(int keys) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Map<String, Opening> stores = new LinkedHashMap<>();
        stores.put("sqlite", SqliteUnderTest::with);
        stores.put("postgresql", PostgresUnderTest::with);
        stores.put("mariadb", keys -> MariaDbUnderTest.with(MariaDbUnderTest.Driver.MARIADB, keys));
        stores.put("connector-j", keys -> MariaDbUnderTest.with(MariaDbUnderTest.Driver.CONNECTOR_J, keys));
        stores.put("redis", keys -> RedisUnderTest.with(RedisUnderTest.Client.JEDIS, keys));
        stores.put("lettuce", keys -> RedisUnderTest.with(RedisUnderTest.Client.LETTUCE, keys));
        List<String> wanted = args.length == 0 ? List.copyOf(stores.keySet()) : List.of(args);
        if (!stores.keySet().containsAll(wanted)) {
            throw new IllegalArgumentException("the stores are " + wanted + "; use some of " + stores.keySet());
        }
        System.out.printf("%,d keys; one thread; %d rounds%n%n", KEYS, ROUNDS);
        System.out.println("absent keys                 FPP    direct/s   through the gate/s    times   goal");
        StringBuilder present = new StringBuilder();
        for (String name : wanted) {
            try (StoreUnderTest store = stores.get(name).with(KEYS)) {
                present.append(new StoreSpeed(store).run());
            }
        }
        System.out.println();
        System.out.println(
                "present keys              FPP   direct us    store us     gate us      gate over store       gate over direct   goal");
        System.out.print(present);
    }

    /** Prints what absent keys cost, and says what present ones do. */
    private String run() throws Exception {
        try (Gate<Long> warmUp = gate(0.01)) {
            String unused = absent(warmUp, 0.01) + present(warmUp, 0.01);
        }
        StringBuilder present = new StringBuilder();
        for (double fpp : new double[] {0.01, 0.001}) {
            try (Gate<Long> gate = gate(fpp)) {
                System.out.print(absent(gate, fpp));
                present.append(present(gate, fpp));
            }
        }
        return present.toString();
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
        double directNanos = quantile(direct, 0.25);
        double throughNanos = quantile(through, 0.25);
        return String.format(
                "%-24s %5.1f %% %,11.0f %,20.0f %8.0f %6d%n",
                subject.name(),
                100 * fpp,
                1e9 / directNanos,
                1e9 / throughNanos,
                directNanos / throughNanos,
                subject.goal(fpp));
    }

    private String present(Gate<Long> gate, double fpp) throws Exception {
        List<Lookup> ways = List.of(subject::isThere, subject.store()::contains, gate::contains);
        double[][] nanos = new double[ways.size()][ROUNDS];
        System.gc();
        for (int round = 0; round < ROUNDS; round++) {
            Long[] keys = presentKeys();
            int[] order = ORDERS[round % ORDERS.length];
            double unused = nanosOf(ways.get(order[2]), keys, true); // so that nobody is the first to need their pages
            for (int way : order) {
                nanos[way][round] = nanosOf(ways.get(way), keys, true);
            }
        }
        return String.format(
                "%-24s %3.1f %% %9.2f %11.2f %11.2f   %20s   %20s %4.0f %%%n",
                subject.name(),
                100 * fpp,
                quantile(nanos[0], 0.5) / 1e3,
                quantile(nanos[1], 0.5) / 1e3,
                quantile(nanos[2], 0.5) / 1e3,
                added(nanos[2], nanos[1]),
                added(nanos[2], nanos[0]),
                100 * MOST_OVERHEAD);
    }

    /** What one way takes more than the other: the median, and the middle half of the rounds. */
    private static String added(double[] more, double[] less) {
        double[] ratios = new double[ROUNDS];
        Arrays.setAll(ratios, round -> 100 * (more[round] / less[round] - 1));
        return String.format(
                "%.1f %% (%.1f to %.1f)", quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75));
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

    private static double quantile(double[] rounds, double share) {
        double[] sorted = Arrays.copyOfRange(rounds, rounds.length / 4, rounds.length); // without the warm-up
        Arrays.sort(sorted);
        return sorted[(int) (share * sorted.length)];
    }
}
