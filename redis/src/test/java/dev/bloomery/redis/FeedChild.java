package dev.bloomery.redis;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.RebuildPolicy;
import dev.bloomery.gate.RebuildScheduler;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process with a gate over a store in one Redis and a feed in another one, which does what it is told by lines on its input: a number, a word and two numbers. Its answers begin with the
 * number of the line.
 */
final class FeedChild {
    /** How it hears of others. */
    enum Hearing {
        /** By the feed. */
        FED,
        /** By the feed, but it takes itself to be current always. */
        TRUSTING,
        /** Not at all. */
        DEAF
    }

    static final Duration LEASE = Duration.ofMillis(150);
    static final Duration LONGEST_WRITE = Duration.ofSeconds(1);
    private static final int THREADS = 8;

    private FeedChild() {}

    /** Arguments: the client, the ports of the Redis of the feed and of that of the store, how it hears of others. */
    public static void main(String[] arguments) throws Exception {
        Client client = Client.valueOf(arguments[0]);
        try (ConnectedClient feeds = client.to(Integer.parseInt(arguments[1]), Duration.ofSeconds(1));
                ConnectedClient stores = client.to(Integer.parseInt(arguments[2]), Duration.ofSeconds(10))) {
            RedisKeyStore<Long> store =
                    RedisKeyStore.over(stores.servers(), "k:", KeyNames.int64()).open();
            try (RedisFeed<Long> feed = RedisProcess.retried(RedisFeed.of(store, feeds.servers(), "k", KeyNames.int64())
                            .lease(LEASE)
                            .longestWrite(LONGEST_WRITE)::open);
                    Gate<Long> gate = gate(feed, Hearing.valueOf(arguments[3]))) {
                say("ready");
                obey(gate);
            }
        }
        Runtime.getRuntime().halt(0); // Lettuce takes two seconds to end its threads
    }

    private static Gate<Long> gate(RedisFeed<Long> feed, Hearing hearing) {
        BloomSpec spec = BloomSpec.of(2_000_000, 0.001);
        return switch (hearing) {
            case FED -> feed.gate(KeyEncoder.int64(), spec).openWarm(keys -> {});
            case TRUSTING ->
                Gate.over(feed.store(), KeyEncoder.int64(), spec)
                        .writers(StoreWriters.fedBy(
                                receiver -> new AlwaysCurrent(feed.subscribe(receiver)), Duration.ZERO))
                        .rebuild(RebuildPolicy.checking(
                                RebuildScheduler.of(Executors.newSingleThreadScheduledExecutor()),
                                Duration.ofSeconds(1)))
                        .openWarm(keys -> {});
            case DEAF ->
                Gate.over(feed.store(), KeyEncoder.int64(), spec)
                        .writers(StoreWriters.<Long>onlyThisProcess().unguarded())
                        .openWarm(keys -> {});
        };
    }

    private record AlwaysCurrent(KeyFeed.Subscription subscription) implements KeyFeed.Subscription {
        @Override
        public void cancel() {
            subscription.cancel();
        }
    }

    private static void obey(Gate<Long> gate) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 4);
                long from = Long.parseLong(words[2]);
                long to = Long.parseLong(words[3]);
                threads.execute(() -> say(words[0] + " " + answer(gate, words[1], from, to)));
            }
        }
        threads.shutdownNow();
    }

    private static String answer(Gate<Long> gate, String what, long from, long to) {
        return switch (what) {
            case "insert" -> insert(gate, from);
            case "ask" -> ask(gate, from, to);
            default -> String.valueOf(gate.statistics().answeredByFilter());
        };
    }

    private static String insert(Gate<Long> gate, long key) {
        try {
            return String.valueOf(gate.addIfAbsent(key));
        } catch (StoreException problem) {
            return problem.outcome().name();
        } catch (RuntimeException | Error problem) {
            problem.printStackTrace();
            return "UNKNOWN";
        }
    }

    /** A letter for each key: 1, 0, or ? for an exception. */
    private static String ask(Gate<Long> gate, long from, long to) {
        StringBuilder answers = new StringBuilder();
        for (long key = from; key < to; key++) {
            try {
                answers.append(gate.contains(key) ? '1' : '0');
            } catch (StoreException problem) {
                answers.append('?');
            }
        }
        return answers.toString();
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }
}
