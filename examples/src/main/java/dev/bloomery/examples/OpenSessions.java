package dev.bloomery.examples;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.util.UUID;

/**
 * Sessions that open and close: a counting filter in front of a table of sessions. Only what was opened is closed, so that
 * remove never takes what belongs to another session.
 */
public final class OpenSessions {
    private final CountingBloomFilter<UUID> open = Filters.countingBloom(KeyEncoder.uuid())
            .capacity(100_000)
            .targetFpp(0.001)
            .build();

    /** With no session. */
    public OpenSessions() {}

    /**
     * Opens some sessions and closes half of them.
     *
     * @param args none
     */
    public static void main(String[] args) {
        OpenSessions sessions = new OpenSessions();
        UUID[] ids = new UUID[1_000];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = UUID.randomUUID();
            sessions.opened(ids[i]);
        }
        for (int i = 0; i < ids.length; i += 2) {
            sessions.closed(ids[i]);
        }
        System.out.println("session 1 may be open: " + sessions.mayBeOpen(ids[1]));
        System.out.println("session 2 may be open: " + sessions.mayBeOpen(ids[2]));
        System.out.println(sessions.open.info());
    }

    void opened(UUID session) {
        open.add(session);
    }

    /** Call it once for each session that was opened. */
    boolean closed(UUID session) {
        return open.remove(session);
    }

    boolean mayBeOpen(UUID session) {
        return open.mightContain(session);
    }
}
