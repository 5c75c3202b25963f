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
     * Opens sessions and closes every other one, then asks for all that are open and for as many that never were.
     *
     * @param args {@code sessions=200000}, or another number; beyond that the filter warns
     */
    public static void main(String[] args) {
        run(Options.orExit(args, "sessions=200000").number("sessions"), new Report(System.out));
    }

    /** Sessions that are open and were not found: there must be none. */
    static int run(int count, Report report) {
        OpenSessions sessions = new OpenSessions();
        for (int i = 0; i < count; i++) {
            sessions.opened(new UUID(1, i));
            boolean unused = i % 2 == 1 && sessions.closed(new UUID(1, i - 1));
        }
        int missed = 0;
        int falsePositives = 0;
        for (int i = 1; i < count; i += 2) {
            missed += sessions.mayBeOpen(new UUID(1, i)) ? 0 : 1;
            falsePositives += sessions.mayBeOpen(new UUID(2, i)) ? 1 : 0;
        }
        int open = count / 2;
        report.text("%,d sessions opened, every other one closed again; as many strangers ask as are open", count);
        report.count("open sessions that were missed", missed);
        report.sideBySide("table asked, without the filter and with it", 2L * open, open + falsePositives);
        report.count("memory of the filter, bytes", sessions.open.info().memoryBytes());
        report.fpp(falsePositives, open, sessions.open.info().targetFpp());
        report.text("%s", sessions.open.info());
        return missed;
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
