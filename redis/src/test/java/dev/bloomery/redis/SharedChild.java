package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.SharedBoard.Count;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * A process that adds keys to a shared filter and looks keys up. Each line of its input is a history: nanoseconds that a no may be old, and the board, which also says when it is over.
 * Arguments: the ports of a server or of a cluster.
 */
final class SharedChild {
    private static final int WRITERS = 2;
    private static final int READERS = 2;
    private static final int LOOKUPS_AT_ONCE = 256;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final SharedBoard board;
    private final SharedFilter<Long> filter;
    private final long age;

    private SharedChild(SharedBoard board, SharedFilter<Long> filter, long age) {
        this.board = board;
        this.filter = filter;
        this.age = age;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        // with the process of the test, in whatever way that ends
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        var unused = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
        List<Integer> ports = Stream.of(arguments).map(Integer::valueOf).toList();
        ConnectedClient client =
                ports.size() > 1 ? Client.JEDIS.toCluster(ports, TIMEOUT) : Client.JEDIS.to(ports.get(0), TIMEOUT);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", 2);
            try (SharedFilter<Long> filter =
                    RedisProcess.retried(SharedFilter.over(client.servers(), SharedHistory.NAME, KeyEncoder.int64())
                            .longestWait(Duration.ofSeconds(5))::open)) {
                System.out.println("ready");
                new SharedChild(new SharedBoard(Path.of(words[1])), filter, Long.parseLong(words[0])).run();
            }
            System.out.println("done");
        }
        Runtime.getRuntime().halt(0);
    }

    private void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            threads.add(new Thread(this::write));
        }
        for (int i = 0; i < READERS; i++) {
            threads.add(new Thread(this::read));
        }
        for (Thread thread : threads) {
            thread.setDaemon(true);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private boolean goesOn() {
        return board.get(Count.STOP) == 0;
    }

    private void write() {
        while (goesOn()) {
            RedisProcess.pause(2); // no more than the lookups need: others want the processor, too
            // half of the keys, so that the other half gets no
            int key = ThreadLocalRandom.current().nextInt(SharedBoard.KEYS / 2);
            board.begin(key);
            try {
                boolean unused = filter.add((long) key);
                board.returned(key);
                board.count(Count.ADDS, 1);
            } catch (StoreException problem) {
                board.count(Count.FAILED_ADDS, 1);
            }
        }
    }

    /** Most lookups are of keys that were added just now: those may be said no to wrongly. */
    private void read() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        while (goesOn()) {
            RedisProcess.pause(1);
            for (int i = 0; i < LOOKUPS_AT_ONCE; i++) {
                int key = i % 16 == 0 ? random.nextInt(SharedBoard.KEYS) : board.latest(random.nextDouble());
                boolean isThere = board.hasReturned(key, age);
                SharedAnswer answer = filter.ask((long) key);
                if (isThere) {
                    board.count(Count.LOOKUPS, 1);
                }
                if (answer == SharedAnswer.NO) {
                    board.count(isThere ? Count.WRONG : Count.NO, 1);
                } else if (answer == SharedAnswer.UNKNOWN) {
                    board.count(Count.UNKNOWN, 1);
                }
            }
        }
    }
}
