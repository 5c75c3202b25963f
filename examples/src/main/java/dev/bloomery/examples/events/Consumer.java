package dev.bloomery.examples.events;

import dev.bloomery.durable.DurableWindowedFilter;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Handles each event of a log once, <i>nearly</i>:
 *
 * <ol>
 *   <li>A new event is taken for a duplicate, and not handled, with the probability of the filter. Make it as small as a lost event is dear, or look up the
 *       doubtful ones where they were handled.
 *   <li>An event is remembered after it was handled. If the process dies between the two, that one event is handled again. The other order would lose it
 *       instead.
 *   <li>A duplicate that comes later than the window is handled again. So the window must be longer than the stretch of the log that is read again
 *       after a crash, too.
 * </ol>
 *
 * <p>Time is that of the events, so that a consumer that is behind forgets nothing too early.
 */
final class Consumer {
    private static final int COMMIT_EVERY = 100;

    private final Path directory;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final WindowedSpec plan;

    /** @param directory of the log, of what was handled, of the position in the log and of the filter */
    Consumer(Path directory, Duration window, double targetFpp) {
        this.directory = directory;
        // an event comes each second, and some come again
        plan = WindowedSpec.of(window.toSeconds() * 11 / 10, window, targetFpp);
    }

    /**
     * The filter. Adds wait for the disk: what was added is known after a crash.
     *
     * @throws IOException if it cannot be opened
     */
    DurableWindowedFilter<String> openFilter() throws IOException {
        return DurableWindowedFilter.in(directory.resolve("seen"), KeyEncoder.utf8(), plan, now::get)
                .sync(SyncPolicy.always())
                .open();
    }

    /**
     * Goes on from the last position that was committed.
     *
     * @param dieAt the process dies when it has handled so many events in this run
     * @return how many events were dropped as duplicates
     */
    long run(long dieAt) throws IOException {
        int at = committed();
        List<String> log = Files.readAllLines(directory.resolve("events.log"));
        long handled = 0;
        long dropped = 0;
        try (DurableWindowedFilter<String> seen = openFilter();
                Writer results = Files.newBufferedWriter(
                        directory.resolve("handled"),
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND)) {
            for (; at < log.size(); at++) {
                EventLog.Event event = EventLog.Event.parse(log.get(at));
                now.set(event.time());
                if (seen.mightContain(event.id())) {
                    dropped++;
                } else {
                    results.write(event.id() + "\n");
                    results.flush();
                    if (++handled == dieAt) {
                        Runtime.getRuntime().halt(137); // handled, and not remembered: the worst moment
                    }
                    seen.add(event.id());
                }
                if (at % COMMIT_EVERY == 0) {
                    commit(at);
                }
            }
        }
        commit(at);
        return dropped;
    }

    /** The line of the log from which to go on. */
    int committed() throws IOException {
        Path position = directory.resolve("position");
        return Files.exists(position) ? Integer.parseInt(Files.readString(position)) : 0;
    }

    private void commit(int line) throws IOException {
        Path unfinished = Files.writeString(directory.resolve("position.unfinished"), Integer.toString(line));
        Files.move(unfinished, directory.resolve("position"), StandardCopyOption.ATOMIC_MOVE);
    }
}
