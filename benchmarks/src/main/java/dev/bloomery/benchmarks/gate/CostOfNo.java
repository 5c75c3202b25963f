package dev.bloomery.benchmarks.gate;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import dev.bloomery.jdbc.PostgresFeed;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * {@code benchmarks/bench gate}: what a no costs from a filter alone, through a gate, and through one that a PostgreSQL feeds, of a million keys at 1 %. All are asked
 * for the same absent keys in turn, round by round; the lower quartile of the rounds counts, because the machine is never quiet. A feed looks at two clocks for each
 * no; what these cost alone is printed beside it.
 */
public final class CostOfNo {
    private static final int KEYS = 1_000_000;
    private static final int ASKED = 1 << 18;
    private static final int ROUNDS = 200;

    private CostOfNo() {}

    public static void main(String[] args) throws Exception {
        BloomFilter<Long> filter =
                Filters.bloom(KeyEncoder.int64(), BloomSpec.of(KEYS, 0.01)).build();
        for (long key = 0; key < KEYS; key++) {
            filter.add(key);
        }
        try (Gate<Long> gate = Gate.over(new EmptyStore(), () -> filter)
                        .writers(StoreWriters.onlyThisProcess())
                        .openWarm(scanned -> {});
                EmbeddedPostgres server = EmbeddedPostgres.builder().start();
                PostgresFeed<Long> feed = feedOfEmptyTable(server.getPostgresDatabase());
                Gate<Long> fed = feed.gate(() -> filter).openWarm(scanned -> {})) {
            Long[] absent = absentKeys(filter);
            double[] ofFilter = new double[ROUNDS];
            double[] ofGate = new double[ROUNDS];
            double[] ofFed = new double[ROUNDS];
            double[] ofClocks = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                ofFilter[round] = nanosOfNo(filter::mightContain, absent);
                ofGate[round] = nanosOfNo(gate::contains, absent);
                ofFed[round] = nanosOfNo(fed::contains, absent);
                ofClocks[round] = nanosOfNo(CostOfNo::isSumOfClocks, absent);
            }
            double alone = lowerQuartile(ofFilter);
            double through = lowerQuartile(ofGate);
            double throughFed = lowerQuartile(ofFed);
            System.out.printf("filter alone     %6.1f ns%n", alone);
            System.out.printf("through the gate %6.1f ns%n", through);
            System.out.printf("the gate itself  %6.1f ns%n", through - alone);
            System.out.printf("with a feed      %6.1f ns%n", throughFed);
            System.out.printf("the feed itself  %6.1f ns%n", throughFed - through);
            System.out.printf("two clocks alone %6.1f ns%n", lowerQuartile(ofClocks));
            System.out.printf(
                    "answered by the filter with a feed: %.4f %%%n",
                    100.0
                            * fed.statistics().answeredByFilter()
                            / fed.statistics().lookups());
        }
    }

    private static PostgresFeed<Long> feedOfEmptyTable(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement table = connection.createStatement()) {
            table.execute("CREATE TABLE seen (id BIGINT NOT NULL PRIMARY KEY)");
        }
        return PostgresFeed.of(
                        JdbcKeyStore.over(source, KeyColumn.int64("seen", "id")).open())
                .open();
    }

    /** False, after a look at both clocks: the keys are random. */
    private static boolean isSumOfClocks(Long key) {
        return System.nanoTime() + System.currentTimeMillis() == key;
    }

    /** Keys that the filter says no to, boxed before: the cost of a key object is the caller's. */
    private static Long[] absentKeys(BloomFilter<Long> filter) {
        return new SplittableRandom(1)
                .longs()
                .filter(key -> !filter.mightContainLong(key))
                .limit(ASKED)
                .boxed()
                .toArray(Long[]::new);
    }

    private static double nanosOfNo(Predicate<Long> contains, Long[] absent) {
        long begun = System.nanoTime();
        int found = 0;
        for (Long key : absent) {
            found += contains.test(key) ? 1 : 0;
        }
        long nanos = System.nanoTime() - begun;
        if (found > 0) {
            throw new IllegalStateException(found + " absent keys were found");
        }
        return (double) nanos / absent.length;
    }

    private static double lowerQuartile(double[] rounds) {
        double[] sorted = Arrays.copyOfRange(rounds, rounds.length / 4, rounds.length); // without the warm-up
        Arrays.sort(sorted);
        return sorted[sorted.length / 4];
    }

    /** Is never asked, as all keys are in the filter already and only absent ones are looked up. */
    private static final class EmptyStore implements KeyStore<Long> {
        @Override
        public boolean contains(Long key) {
            return false;
        }

        @Override
        public boolean insert(Long key) {
            return false;
        }

        @Override
        public boolean delete(Long key) {
            return false;
        }

        @Override
        public boolean replace(Long oldKey, Long newKey) {
            return false;
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return 0;
        }
    }
}
