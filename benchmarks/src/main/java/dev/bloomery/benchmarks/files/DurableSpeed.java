package dev.bloomery.benchmarks.files;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Adds to a durable filter: in batches with a sync each second, beside the same adds in memory; and one by one, each synced before the call returns, beside SQLite
 * that commits one row each, synced as well.
 */
final class DurableSpeed {
    private static final int KEYS = 20_000_000;
    private static final int BATCH = 1 << 16;
    private static final int ROUNDS = 5;
    private static final Duration EACH = Duration.ofSeconds(5);

    private final Path directory;

    DurableSpeed(Path directory) {
        this.directory = directory;
    }

    void run() throws IOException, SQLException, InterruptedException {
        batches();
        System.out.printf(Locale.ROOT, "One key or row at a time, each synced, %d seconds each%n", EACH.toSeconds());
        for (int threads : new int[] {1, 8}) {
            single(threads);
        }
    }

    // in batches

    private void batches() throws IOException {
        List<Double> inMemory = new ArrayList<>();
        List<Double> durable = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            inMemory.add(addsInMemory());
            durable.add(addsDurably(round));
        }
        double memory = best(inMemory);
        double disk = best(durable);
        System.out.printf(
                Locale.ROOT,
                "%,d adds in batches of %,d, the best of %d rounds%n  in memory                %9.1f ns a key%n"
                        + "  durable, every second    %9.1f ns a key%n  durable over in memory   %9.2f x the speed, wanted 0.33: %s%n",
                KEYS,
                BATCH,
                ROUNDS,
                memory,
                disk,
                memory / disk,
                memory / disk >= 1 / 3.0 ? "yes" : "no");
    }

    private static double best(List<Double> nanos) {
        return nanos.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    private static double addsInMemory() {
        BloomFilter<Long> filter =
                Filters.bloom(KeyEncoder.int64()).capacity(KEYS).targetFpp(0.01).build();
        long start = System.nanoTime();
        for (long from = 0; from < KEYS; from += BATCH) {
            long unused = filter.addAllLongs(keys(from));
        }
        return (double) (System.nanoTime() - start) / KEYS;
    }

    private double addsDurably(int round) throws IOException {
        Path own = directory.resolve("batches-" + round);
        try (DurableFilter<Long> filter = DurableFilter.in(own, KeyEncoder.int64(), BloomSpec.of(KEYS, 0.01))
                .sync(SyncPolicy.every(Duration.ofSeconds(1)))
                .open()) {
            long start = System.nanoTime();
            for (long from = 0; from < KEYS; from += BATCH) {
                long unused = filter.addAllLongs(keys(from));
            }
            return (double) (System.nanoTime() - start) / KEYS;
        } finally {
            FileSpeed.deleteTree(own);
        }
    }

    private static long[] keys(long from) {
        long[] keys = new long[(int) Math.min(BATCH, KEYS - from)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = from + i;
        }
        return keys;
    }

    // one by one

    private void single(int threads) throws IOException, SQLException, InterruptedException {
        Path own = directory.resolve("single-" + threads);
        double durable;
        try (DurableFilter<Long> filter = DurableFilter.in(own, KeyEncoder.int64(), BloomSpec.of(KEYS, 0.01))
                .sync(SyncPolicy.always())
                .open()) {
            durable = perSecond(threads, thread -> filter::addLong);
        } finally {
            FileSpeed.deleteTree(own);
        }
        double sqlite = sqlite(threads);
        System.out.printf(
                Locale.ROOT,
                "  %d thread%s  durable, always %,12.0f a second   SQLite %,10.0f a second   %.1f x%n",
                threads,
                threads == 1 ? " " : "s",
                durable,
                sqlite,
                durable / sqlite);
    }

    /** WAL with a sync at every commit; writers of one file wait for each other, each with its own connection. */
    private double sqlite(int threads) throws SQLException, InterruptedException, IOException {
        Path own = directory.resolve("sqlite-" + threads);
        Path unused = Files.createDirectory(own);
        String url = "jdbc:sqlite:" + own.resolve("keys.db") + "?journal_mode=WAL&synchronous=FULL&busy_timeout=60000";
        List<Connection> connections = new ArrayList<>();
        try {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE keys (key INTEGER PRIMARY KEY) WITHOUT ROWID");
            }
            return perSecond(threads, thread -> {
                Connection connection = DriverManager.getConnection(url);
                synchronized (connections) {
                    connections.add(connection);
                }
                PreparedStatement insert = connection.prepareStatement("INSERT OR IGNORE INTO keys VALUES (?)");
                return key -> {
                    insert.setLong(1, key);
                    int unusedCount = insert.executeUpdate();
                };
            });
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
            FileSpeed.deleteTree(own);
        }
    }

    @FunctionalInterface
    private interface Adder {
        void add(long key) throws SQLException;
    }

    @FunctionalInterface
    private interface Adders {
        Adder of(int thread) throws SQLException;
    }

    private static double perSecond(int threads, Adders adders) throws InterruptedException {
        AtomicLong added = new AtomicLong();
        List<Thread> running = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    Adder adder = adders.of(number);
                    long key = number * 1_000_000_000L;
                    while (System.nanoTime() - start < EACH.toNanos()) {
                        adder.add(key++);
                        added.incrementAndGet();
                    }
                } catch (SQLException | RuntimeException failed) {
                    synchronized (failures) {
                        failures.add(failed);
                    }
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("adding failed", failures.get(0));
        }
        return added.get() * 1e9 / (System.nanoTime() - start);
    }
}
