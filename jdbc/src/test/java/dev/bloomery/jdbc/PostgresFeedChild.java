package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.postgresql.ds.PGSimpleDataSource;

/** A process with a gate, which does what it is told by lines on its input, and says what came of it. */
final class PostgresFeedChild {
    /** How it hears of others. */
    enum Hearing {
        /** By the feed. */
        FED,
        /** By the feed, but it trusts it for ever. */
        TRUSTING,
        /** Not at all. */
        DEAF
    }

    static final Duration LEASE = Duration.ofMillis(100);
    private static final BloomSpec SPEC = BloomSpec.of(100_000, 0.001);
    private static final int WRITERS = 32;

    private PostgresFeedChild() {}

    /** Arguments: address of the database, user, password, how it hears of others. */
    public static void main(String[] arguments) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(arguments[0]);
        source.setUser(arguments[1]);
        source.setPassword(arguments[2]);
        try (HikariDataSource pool = TestPostgres.pool(source, WRITERS + 8)) {
            pool.setConnectionTimeout(60_000); // a busy machine takes long to open a connection for each writer
            try (PostgresFeed<String> feed = PostgresFeed.of(JdbcKeyStore.over(pool, KeyColumn.text("users", "name"))
                                    .open())
                            .lease(LEASE)
                            .open();
                    Gate<String> gate = gate(feed, Hearing.valueOf(arguments[3]))) {
                say("ready");
                obey(gate);
            }
        }
    }

    private static Gate<String> gate(PostgresFeed<String> feed, Hearing hearing) {
        StoreWriters<String> writers = switch (hearing) {
            case FED -> StoreWriters.fedBy(feed, Duration.ZERO);
            case TRUSTING -> StoreWriters.fedBy(receiver -> trusting(feed.subscribe(receiver)), Duration.ZERO);
            case DEAF -> StoreWriters.onlyThisProcess();
        };
        return Gate.over(feed.store(), KeyEncoder.utf8(), SPEC).writers(writers).openWarm(keys -> {});
    }

    private static KeyFeed.Subscription trusting(KeyFeed.Subscription subscription) {
        return new KeyFeed.Subscription() {
            @Override
            public void cancel() {
                subscription.cancel();
            }
        };
    }

    private static void obey(Gate<String> gate) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String key = line.substring(1);
                switch (line.charAt(0)) {
                    case '+' -> writers.execute(() -> insert(gate, key));
                    case '?' -> say((gate.contains(key) ? "yes " : "no ") + key);
                    case '#' -> say("alone " + gate.statistics().answeredByFilter());
                    default -> throw new IllegalArgumentException(line);
                }
            }
        }
        writers.shutdownNow();
    }

    /** Ends this process if it fails: otherwise the test would wait for an answer that does not come. */
    private static void insert(Gate<String> gate, String key) {
        try {
            say((gate.addIfAbsent(key) ? "inserted " : "had ") + key);
        } catch (RuntimeException | Error failed) {
            failed.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }
}
