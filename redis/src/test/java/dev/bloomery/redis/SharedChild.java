package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.SharedBoard.Count;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A process that adds keys to a shared filter and looks keys up, until it is told to stop. Arguments: port, board, nanoseconds that a no may be old, the ports of a cluster. */
final class SharedChild {
    private static final int WRITERS = 2;
    private static final int READERS = 2;
    private static final int LOOKUPS_AT_ONCE = 256;
    private static final int MOST_TRIES = 5;

    private SharedChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        SharedBoard board = new SharedBoard(Path.of(arguments[1]));
        long age = Long.parseLong(arguments[2]);
        Duration timeout = Duration.ofSeconds(2);
        boolean isCluster = arguments.length > 3;
        ConnectedClient client = isCluster
                ? Client.JEDIS.toCluster(
                        List.of(arguments[3].split(",")).stream()
                                .map(Integer::valueOf)
                                .toList(),
                        timeout)
                : Client.JEDIS.to(Integer.parseInt(arguments[0]), timeout);
        SharedFilter<Long> filter = open(client);
        System.out.println("ready");
        for (int i = 0; i < WRITERS; i++) {
            daemon(() -> write(board, filter));
        }
        for (int i = 0; i < READERS; i++) {
            daemon(() -> read(board, filter, age));
        }
        while (board.get(Count.STOP) == 0) {
            Thread.sleep(20);
        }
        Runtime.getRuntime().halt(0);
    }

    private static SharedFilter<Long> open(ConnectedClient client) {
        for (int tries = 1; ; tries++) {
            try {
                return SharedFilter.over(client.servers(), "history", KeyEncoder.int64())
                        .longestWait(Duration.ofSeconds(5))
                        .open();
            } catch (StoreException slow) {
                if (tries == MOST_TRIES) {
                    throw slow;
                }
            }
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private static void write(SharedBoard board, SharedFilter<Long> filter) {
        while (true) {
            // keys from a part that grows, so that many are added by several
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

    private static void read(SharedBoard board, SharedFilter<Long> filter, long age) {
        while (true) {
            RedisProcess.pause(1); // other tests want the processor, too
            for (int i = 0; i < LOOKUPS_AT_ONCE; i++) {
                int key = ThreadLocalRandom.current().nextInt(SharedBoard.KEYS);
                boolean isThere = board.hasReturned(key, age);
                SharedAnswer answer = filter.ask((long) key);
                if (isThere || i % 8 == 0) {
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
