package dev.bloomery.cli.text;

import dev.bloomery.file.Progress;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A line of progress on the standard error, with rate and remaining time, overwritten four times a second; silent if that is no terminal.
 *
 * <p>Not safe for threads.
 */
public final class Meter implements Progress {
    private static final long STEP_NANOS = 250_000_000;
    private static final int WIDTH = 78;

    private final PrintStream err;
    private final boolean shown;
    private final String what;
    private final long began = System.nanoTime();
    private long nextAt = began + STEP_NANOS;
    private boolean drawn;

    public Meter(PrintStream err, boolean shown, String what) {
        this.err = err;
        this.shown = shown;
        this.what = what;
    }

    /** With the present bytes of so many; a total of 0 is not known. */
    @Override
    public void report(long done, long total) {
        if (shown && System.nanoTime() - nextAt >= 0) {
            nextAt = System.nanoTime() + STEP_NANOS;
            draw(done, total);
        }
    }

    private void draw(long done, long total) {
        double seconds = Math.max(1, System.nanoTime() - began) / 1e9;
        double rate = done / seconds;
        StringBuilder line = new StringBuilder(what).append("  ").append(Figures.bytes(done));
        line.append(String.format(Locale.ROOT, "  %s/s", Figures.bytes((long) rate)));
        if (total > 0 && rate > 0) {
            line.append(String.format(
                    Locale.ROOT,
                    "  %3.0f %%  %,.0f s left",
                    Math.min(100, 100.0 * done / total),
                    Math.max(0, total - done) / rate));
        }
        err.print("\r" + String.format(Locale.ROOT, "%-" + WIDTH + "." + WIDTH + "s", line));
        err.flush();
        drawn = true;
    }

    /** Takes the line away. */
    public void end() {
        if (drawn) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
            drawn = false;
        }
    }
}
