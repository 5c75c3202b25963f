package dev.bloomery.examples.events;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * The stream, as a file of lines {@code seconds id}. One event comes each second. Of ten, one comes a second time, within a minute; of two hundred,
 * one comes again after twice the window.
 */
final class EventLog {

    private EventLog() {}

    /** A line of the log. */
    record Event(Instant time, String id) {
        static Event parse(String line) {
            int space = line.indexOf(' ');
            return new Event(
                    Instant.ofEpochSecond(Long.parseLong(line.substring(0, space))), line.substring(space + 1));
        }
    }

    private record Again(long at, String id) {}

    static void write(Path log, int events, long windowSeconds) throws IOException {
        Random random = new Random(12);
        Deque<Again> soon = new ArrayDeque<>();
        Deque<Again> late = new ArrayDeque<>();
        try (BufferedWriter out = Files.newBufferedWriter(log)) {
            for (int i = 0; i < events; i++) {
                String id = "order-" + i;
                out.write(i + " " + id + "\n");
                if (random.nextInt(10) == 0) {
                    soon.add(new Again(i + 60, id));
                } else if (random.nextInt(200) == 0) {
                    late.add(new Again(i + 2 * windowSeconds, id));
                }
                repeat(soon, i, out);
                repeat(late, i, out);
            }
        }
    }

    private static void repeat(Deque<Again> queue, int now, BufferedWriter out) throws IOException {
        while (!queue.isEmpty() && queue.element().at <= now) {
            out.write(now + " " + queue.remove().id + "\n");
        }
    }
}
