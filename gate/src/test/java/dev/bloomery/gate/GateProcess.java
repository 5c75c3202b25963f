package dev.bloomery.gate;

import dev.bloomery.BloomFilter;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.fixture.FileStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Another process with a durable gate over a {@link FileStore}: writes until it is killed, or closes the gate when it is told to. */
final class GateProcess implements AutoCloseable {
    private static final int THREADS = 4;
    static final int KEYS = 4_000;

    private final Process process;

    GateProcess(Path directory, Path store, boolean always, long seed) throws IOException, ClassNotFoundException {
        Class<?> hashing = Class.forName("com.dynatrace.hash4j.hashing.Hashing");
        String places = Stream.of(Gate.class, GateProcess.class, BloomFilter.class, hashing)
                .map(GateProcess::place)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-ea",
                        "-cp",
                        places,
                        GateProcess.class.getName(),
                        directory.toString(),
                        store.toString(),
                        Boolean.toString(always),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static Gate<Long> open(Path directory, FileStore store, boolean always) {
        return builder(directory, store, always).openCold();
    }

    static GateBuilder<Long> builder(Path directory, FileStore store, boolean always) {
        SyncPolicy policy = always ? SyncPolicy.always() : SyncPolicy.every(Duration.ofSeconds(1));
        return Gate.over(
                        store,
                        DurableFilters.in(directory, KeyEncoder.int64(), CuckooSpec.of(3 * KEYS, 0.001))
                                .sync(policy))
                .writers(StoreWriters.onlyThisProcess());
    }

    /** Waits until it has written so many keys; false if it has ended. */
    boolean awaitWritten() throws IOException {
        return process.inputReader(StandardCharsets.UTF_8).readLine() != null;
    }

    /** Lets it close its gate, and end. */
    int closeGate() throws IOException, InterruptedException {
        process.getOutputStream().close();
        return process.waitFor();
    }

    /** As {@code kill -9} does it; returns when it is dead. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] args) throws IOException {
        FileStore store = new FileStore(Path.of(args[1]));
        boolean always = Boolean.parseBoolean(args[2]);
        Gate<Long> gate = open(Path.of(args[0]), store, always);
        if (gate.state() == GateState.BUILDING) {
            RebuildReport unused = gate.rebuild();
        }
        long seed = Long.parseLong(args[3]);
        ExecutorService threads = Executors.newCachedThreadPool();
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            threads.execute(() -> write(gate, random));
        }
        if (always) {
            threads.execute(() -> rebuildAllTheTime(gate));
        }
        int end = System.in.read();
        gate.close();
        System.exit(end < 0 ? 0 : 1);
    }

    private static void write(Gate<Long> gate, SplittableRandom random) {
        try {
            for (int i = 1; ; i++) {
                long key = random.nextInt(KEYS);
                boolean unused = random.nextInt(3) == 0 ? gate.remove(key) : gate.addIfAbsent(key);
                if (i == 100) {
                    System.out.println("written");
                }
            }
        } catch (IllegalStateException closed) {
            // the gate is
        }
    }

    private static void rebuildAllTheTime(Gate<Long> gate) {
        try {
            while (true) {
                Thread.sleep(30);
                RebuildReport unused = gate.rebuild();
            }
        } catch (InterruptedException | IllegalStateException | RebuildException over) {
            // the gate is closed
        }
    }
}
