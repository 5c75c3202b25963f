package dev.bloomery.examples;

import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalLong;

/** Prints what an example found, a name and a value in each line. */
public final class Report {
    private final PrintStream out;

    /** @param out where to print */
    public Report(PrintStream out) {
        this.out = out;
    }

    /** A headline, or a sentence. */
    public void text(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }

    /** A count, or bytes if the name says so. */
    public void count(String name, long value) {
        out.printf(Locale.ROOT, "  %-44s %,15d%n", name, value);
    }

    /** The same count without filters and with them. */
    public void sideBySide(String name, long without, long with) {
        out.printf(Locale.ROOT, "  %-44s %,15d %,15d%n", name, without, with);
    }

    /** Time in milliseconds. */
    public void millis(String name, long nanos) {
        out.printf(Locale.ROOT, "  %-44s %,15.1f ms%n", name, nanos / 1e6);
    }

    /** Time in milliseconds, if it is known. */
    public void millis(String name, OptionalLong nanos) {
        if (nanos.isPresent()) {
            millis(name, nanos.getAsLong());
        } else {
            out.printf(Locale.ROOT, "  %-44s %15s%n", name, "not known yet");
        }
    }

    /** The share of absent keys that a filter took for present, beside what it promised. */
    public void fpp(long falsePositives, long absent, double promised) {
        out.printf(
                Locale.ROOT,
                "  %-44s %15s (%,d of %,d absent), promised %s%n",
                "FPP measured",
                percent((double) falsePositives / absent),
                falsePositives,
                absent,
                percent(promised));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.3g %%", 100 * share);
    }
}
