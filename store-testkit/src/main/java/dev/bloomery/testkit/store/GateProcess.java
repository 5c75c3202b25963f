package dev.bloomery.testkit.store;

import dev.bloomery.gate.Gate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Java process with a gate, which is asked and told by lines on its input. Its program opens the gate and calls {@link #serve}. For any number of threads.
 */
public final class GateProcess implements AutoCloseable {
    private static final int THREADS = 16;

    private final LineProcess process;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> awaited = new ConcurrentHashMap<>();

    private GateProcess(LineProcess process) {
        this.process = process;
    }

    /**
     * Starts a process, and returns when it has opened its gate.
     *
     * @param program a class whose {@code main} calls {@link #serve}, among the test classes of the module that runs
     * @param arguments for it
     * @return the process
     * @throws IOException if it does not start
     */
    public static GateProcess start(Class<?> program, String... arguments) throws IOException {
        GateProcess started = new GateProcess(LineProcess.start(program, arguments));
        String ready = started.process.hear();
        assert ready.equals("ready");
        Thread reader = new Thread(started::read, "output of a gate process");
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    /**
     * What the program of such a process does with its gate: obeys until its input ends, and then closes it.
     *
     * @param opened the gate
     * @throws IOException if it cannot read
     */
    public static void serve(Gate<String> opened) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Gate<String> gate = opened;
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            say("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 3);
                threads.execute(() -> say(words[0] + " " + obey(gate, words[1], words[2])));
            }
            threads.shutdown();
        } finally {
            threads.shutdownNow();
        }
    }

    private static String obey(Gate<String> gate, String what, String key) {
        try {
            return switch (what) {
                case "insert" -> String.valueOf(gate.addIfAbsent(key));
                case "contains" -> String.valueOf(gate.contains(key));
                case "alone" -> String.valueOf(gate.statistics().answeredByFilter());
                default -> gate.state().name();
            };
        } catch (RuntimeException problem) {
            return problem.toString().replace('\n', ' ');
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    private void read() {
        try {
            while (true) {
                String line = process.hear();
                int space = line.indexOf(' ');
                CompletableFuture<String> answer = awaited.remove(Long.parseLong(line.substring(0, space)));
                if (answer != null) {
                    boolean unused = answer.complete(line.substring(space + 1));
                }
            }
        } catch (RuntimeException ended) {
            awaited.values().forEach(answer -> answer.completeExceptionally(ended));
        }
    }

    private CompletableFuture<String> ask(String what, String key) {
        long number = numbers.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        awaited.put(number, answer);
        process.tell(number + " " + what + " " + key);
        return answer;
    }

    /**
     * {@link Gate#addIfAbsent} over there.
     *
     * @param key without line breaks
     * @return {@code true} or {@code false}, or what was thrown
     */
    public CompletableFuture<String> insert(String key) {
        return ask("insert", key);
    }

    /**
     * {@link Gate#contains} over there.
     *
     * @param key without line breaks
     * @return {@code true} or {@code false}, or what was thrown
     */
    public CompletableFuture<String> contains(String key) {
        return ask("contains", key);
    }

    /**
     * How many lookups its filter has answered.
     *
     * @return the number
     */
    public long answeredByFilter() {
        return Long.parseLong(ask("alone", "-").join());
    }

    /**
     * The state of its gate.
     *
     * @return its name
     */
    public String state() {
        return ask("state", "-").join();
    }

    /** Stops the process in the middle of whatever it does, until {@link #resume}. */
    public void stop() {
        process.signal("STOP");
    }

    /** Lets a process that was stopped go on. */
    public void resume() {
        process.signal("CONT");
    }

    /**
     * Lets it close its gate and end.
     *
     * @throws IOException if it cannot be told
     */
    public void closeGate() throws IOException {
        process.endInput();
    }

    /** Ends it at once, as {@code kill -9} does. */
    @Override
    public void close() {
        process.kill();
    }
}
