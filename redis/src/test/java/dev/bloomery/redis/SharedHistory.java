package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.redis.SharedBoard.Count;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What processes that add and look up have answered, and troubles that await them. */
final class SharedHistory implements AutoCloseable {
    /** Of the filter. */
    static final String NAME = "history";

    private final Path file;
    private final SharedProcesses processes;
    final SharedBoard board;

    /** @param age nanoseconds that a no may be old */
    SharedHistory(SharedProcesses processes, long age) {
        this.processes = processes;
        try {
            file = Files.createTempFile("bloomery-history", ".board");
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        board = new SharedBoard(file);
        processes.begin(file, age);
    }

    /** Until so many more keys were added. */
    void awaitAdds(long more) {
        awaitMore(Count.ADDS, more);
    }

    /** Until so many more lookups got no, rightly. */
    void awaitNoes(long more) {
        awaitMore(Count.NO, more);
    }

    private void awaitMore(Count what, long more) {
        long until = board.get(what) + more;
        RedisProcess.await(more + " more of " + what + " than in " + this, () -> board.get(what) >= until);
    }

    /** Until there were so many. */
    void awaitLookups(long count) {
        for (long last = -1; board.get(Count.LOOKUPS) < count; ) {
            long before = last;
            RedisProcess.await("lookups go on: " + this, () -> board.get(Count.LOOKUPS) > before);
            last = board.get(Count.LOOKUPS);
            RedisProcess.pause(20);
        }
    }

    /** All keys whose adds have begun. */
    KeyScan<Long> source() {
        return sink -> {
            long count = 0;
            for (int key = 0; key < SharedBoard.KEYS; key++) {
                if (board.hasBegun(key)) {
                    sink.accept((long) key);
                    count++;
                }
            }
            return count;
        };
    }

    /** Fills the filter anew, as often as it takes. */
    void refill(SharedFilter<Long> filter) {
        long unused = RedisProcess.retried(() -> {
            try {
                return filter.refill(source());
            } catch (IllegalStateException another) {
                throw new StoreException("another one fills it", another, StoreException.Outcome.NOT_DONE);
            }
        });
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Count count : Count.values()) {
            text.append(count).append(' ').append(board.get(count)).append(' ');
        }
        return text.toString();
    }

    /** The processes are ready for another one then. */
    @Override
    public void close() {
        board.count(Count.STOP, 1);
        processes.awaitEnd();
        try {
            Files.deleteIfExists(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
