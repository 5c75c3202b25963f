package dev.bloomery.benchmarks.shared;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.Consistency;
import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.SharedAnswer;
import dev.bloomery.redis.SharedFilter;
import dev.bloomery.redis.SharedFilterBuilder;
import dev.bloomery.redis.SharedState;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.io.File;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisExecProvider;

/**
 * {@code benchmarks/bench shared [keys]}: a shared filter of ten million keys, or so many, at one percent, in a Redis on this machine. Lookups beside an EXISTS, seven GETBIT in a pipeline and the
 * filter of Redisson; adds in batches beside Redisson; what goes to each process; how long one takes that starts; memory.
 *
 * <p>Everything is asked in turn, round by round, and the median of the rounds counts, because the machine is never quiet.
 */
public final class SharedSpeed {
    private static final double FPP = 0.01;
    private static final int ROUNDS = 15;
    private static final int REMOTE_LOOKUPS = 1_000;
    private static final int LOCAL_LOOKUPS = 200_000;
    private static final int ADDS = 20_000;
    private static final long BUFFERS_ARE_FREED_MILLIS = 6_000;
    private static final String REDISSON = "dev.bloomery.benchmarks.contestant.large.RedissonFilter";

    private final long keys;
    private final int port;
    private final RedisClient client;
    private final JedisServers servers;
    private long next = 1L << 40;

    private SharedSpeed(long keys, int port) {
        this.keys = keys;
        this.port = port;
        this.client = RedisClient.create("127.0.0.1", port);
        this.servers = JedisServers.of(client);
    }

    public static void main(String[] args) throws Exception {
        long keys = args.length == 0 ? 10_000_000 : Long.parseLong(args[0]);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String named = System.getenv("BLOOMERY_REDIS_SERVER");
        File program = named == null || named.isEmpty()
                ? RedisExecProvider.defaultProvider().get()
                : new File(named);
        Process server = new ProcessBuilder(
                        program.getAbsolutePath(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        Thread.sleep(500);
        new SharedSpeed(keys, port).run();
        System.exit(0);
    }

    private void run() throws ReflectiveOperationException, InterruptedException {
        long before = usedMemory();
        long begun = System.nanoTime();
        try (SharedFilter<Long> filter = builder().createFrom(sink -> {
            LongStream.range(0, keys).forEach(sink::accept);
            return keys;
        })) {
            print("created and filled with %,d keys in %.1f s", keys, seconds(begun));
            long bytes = BloomSpec.of(keys, FPP)
                            .withLayout(Layout.BLOCKED)
                            .sized()
                            .size()
                            .orElseThrow()
                            .sizeInBits()
                    / 8;
            print(
                    "memory in Redis: %.3f x the filter of %,d bytes, with buffers of connections just after it was filled",
                    (double) (usedMemory() - before) / bytes, bytes);
            Thread.sleep(BUFFERS_ARE_FREED_MILLIS);
            print("some seconds later: %.3f x the filter", (double) (usedMemory() - before) / bytes);
            print(
                    "its keys, as MEMORY USAGE has them: %.3f x the filter",
                    (double) (memoryUsage("bits:*") + memoryUsage("log")) / bytes);
            print(
                    "memory in a process: %.3f x the filter",
                    (double) filter.info().memoryBytes() / bytes);
            start(bytes);
            RemoteFilter redisson = (RemoteFilter) Class.forName(REDISSON)
                    .getConstructor(int.class, long.class, double.class)
                    .newInstance(port, keys, FPP);
            lookups(filter, redisson);
            pieces();
            adds(filter, redisson);
            bytesOfAKey(filter);
            print(
                    "the log after %,d adds: %.3f x the filter",
                    2L * ROUNDS * ADDS + 20L * ADDS, (double) memoryUsage("log") / bytes);
            redisson.close();
        }
    }

    private SharedFilterBuilder<Long> builder() {
        return SharedFilter.over(servers, "speed", KeyEncoder.int64())
                .spec(BloomSpec.of(keys, FPP))
                .consistency(Consistency.leased(Duration.ofMillis(500)));
    }

    // how long a process takes that starts

    private void start(long bytes) {
        double[] ratios = new double[ROUNDS];
        double[] times = new double[ROUNDS];
        try (Jedis direct = new Jedis("127.0.0.1", port)) {
            List<String> chunks =
                    direct.keys("{bloomery:speed}:bits:*").stream().toList();
            for (int round = 0; round < ROUNDS; round++) {
                long begun = System.nanoTime();
                long copied = 0;
                for (String chunk : chunks) {
                    copied += direct.getrange(chunk.getBytes(StandardCharsets.UTF_8), 0, -1).length;
                }
                if (copied < bytes) {
                    throw new IllegalStateException("only " + copied + " bytes were copied");
                }
                double copying = seconds(begun);
                begun = System.nanoTime();
                try (SharedFilter<Long> late = builder().open()) {
                    while (late.state() != SharedState.CURRENT) {
                        Thread.onSpinWait();
                    }
                    times[round] = seconds(begun);
                }
                ratios[round] = times[round] / copying;
            }
        }
        print(
                "a process that starts answers after %.1f ms: %.2f x the time to copy the bytes",
                1_000 * median(times), median(ratios));
    }

    // lookups of keys that are not there

    private void lookups(SharedFilter<Long> filter, RemoteFilter redisson) {
        List<LongPredicate> ways = List.of(
                key -> filter.ask(key) == SharedAnswer.NO,
                key -> client.exists("absent:" + key),
                this::sevenBits,
                redisson::contains);
        double[][] nanos = new double[ways.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int way = 0; way < ways.size(); way++) {
                nanos[way][round] = nanos(ways.get(way), way == 0 ? LOCAL_LOOKUPS : REMOTE_LOOKUPS);
            }
        }
        double own = median(nanos[0]);
        print("a no of the replica: %.0f ns", own);
        print("EXISTS takes %.0f x of that (%.1f us)", median(nanos[1]) / own, median(nanos[1]) / 1_000);
        print("seven GETBIT in a pipeline %.0f x (%.1f us)", median(nanos[2]) / own, median(nanos[2]) / 1_000);
        print("contains of Redisson %.0f x (%.1f us)", median(nanos[3]) / own, median(nanos[3]) / 1_000);
    }

    private boolean sevenBits(long key) {
        try (Pipeline pipeline = client.pipelined()) {
            for (int i = 0; i < 7; i++) {
                var unused = pipeline.getbit("redisson", (key * (2L * i + 3) >>> 1) % (8 * keys));
            }
            return pipeline.syncAndReturnAll().contains(true);
        }
    }

    private double nanos(LongPredicate way, int count) {
        long from = next;
        next += count;
        int found = 0;
        long begun = System.nanoTime();
        for (long key = from; key < from + count; key++) {
            found += way.test(key) ? 1 : 0;
        }
        long passed = System.nanoTime() - begun;
        if (found == -1) {
            throw new IllegalStateException("never");
        }
        return (double) passed / count;
    }

    // what a no of the replica consists of

    private void pieces() {
        BloomFilter<Long> local = Filters.bloom(
                        KeyEncoder.int64(), BloomSpec.of(keys, FPP).withLayout(Layout.BLOCKED))
                .build();
        LongStream.range(0, keys).forEach(key -> {
            boolean unused = local.add(key);
        });
        LongAdder answers = new LongAdder();
        List<LongPredicate> ways = List.of(
                key -> !local.mightContain(key),
                key -> System.nanoTime() != 0,
                key -> System.currentTimeMillis() != 0,
                key -> {
                    answers.increment();
                    return true;
                });
        double[][] nanos = new double[ways.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int way = 0; way < ways.size(); way++) {
                nanos[way][round] = nanos(ways.get(way), LOCAL_LOOKUPS);
            }
        }
        print(
                "of which a local filter needs %.0f ns, System.nanoTime %.0f, System.currentTimeMillis %.0f, to count the answer %.0f",
                median(nanos[0]), median(nanos[1]), median(nanos[2]), median(nanos[3]));
    }

    // adds

    private void adds(SharedFilter<Long> filter, RemoteFilter redisson) {
        double[][] rates = new double[2][ROUNDS];
        double[][] server = new double[2][ROUNDS];
        for (int round = -ROUNDS; round < ROUNDS; round++) { // those before 0 warm up
            long from = -1L - (long) (round + ROUNDS + 1) * ADDS;
            List<Long> some = LongStream.range(from, from + ADDS).boxed().toList();
            for (int way = 0; way < 2; way++) {
                double before = serverSeconds();
                long begun = System.nanoTime();
                if (way == 0) {
                    long unused = filter.addAll(some);
                } else {
                    redisson.addAll(some);
                }
                double passed = seconds(begun);
                if (round >= 0) {
                    rates[way][round] = ADDS / passed;
                    server[way][round] = (serverSeconds() - before) / ADDS;
                }
            }
        }
        double own = median(rates[0]);
        double theirs = median(rates[1]);
        print("adds in batches: %,.0f keys a second, %.1f x as many as Redisson (%,.0f)", own, own / theirs, theirs);
        print(
                "the server computes %.2f us for each of them, and %.1f x that for one of Redisson",
                1e6 * median(server[0]), median(server[1]) / median(server[0]));
    }

    /** The time that the server has computed. */
    private double serverSeconds() {
        try (Jedis direct = new Jedis("127.0.0.1", port)) {
            return direct.info("cpu")
                    .lines()
                    .filter(line -> line.startsWith("used_cpu_user:") || line.startsWith("used_cpu_sys:"))
                    .mapToDouble(line -> Double.parseDouble(
                            line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        }
    }

    // what goes to each process

    private void bytesOfAKey(SharedFilter<Long> filter) {
        long alone = outputOfAdds(filter, -100_000_000L);
        long beside;
        try (SharedFilter<Long> other = builder().open()) {
            while (other.state() != SharedState.CURRENT) {
                Thread.onSpinWait();
            }
            beside = outputOfAdds(filter, -200_000_000L);
        }
        print("bytes of a new key to each further process: %.1f", (double) (beside - alone) / (10 * ADDS));
    }

    private long outputOfAdds(SharedFilter<Long> filter, long from) {
        long before = output();
        long unused =
                filter.addAll(LongStream.range(from, from + 10 * ADDS).boxed().toList());
        return output() - before;
    }

    private long output() {
        return info("stats", "total_net_output_bytes:");
    }

    /** Bytes of the keys of the filter whose names end so. */
    private long memoryUsage(String pattern) {
        try (Jedis direct = new Jedis("127.0.0.1", port)) {
            return direct.keys("{bloomery:speed}:" + pattern).stream()
                    .mapToLong(direct::memoryUsage)
                    .sum();
        }
    }

    private long usedMemory() {
        return info("memory", "used_memory:");
    }

    private long info(String section, String field) {
        try (Jedis direct = new Jedis("127.0.0.1", port)) {
            return direct.info(section)
                    .lines()
                    .filter(line -> line.startsWith(field))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(field.length()).strip()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String format, Object... values) {
        System.out.printf(format + "%n", values);
    }
}
