package dev.bloomery.cli.text;

import picocli.CommandLine.Option;

/** How results are told: as text or JSON, with or without what is said beside them. */
public final class ResultOptions {
    @Option(names = "--json", description = "Results as one line of JSON.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "No summary of what was done, and no progress.")
    private boolean quiet;

    public boolean json() {
        return json;
    }

    /** Prints a result. */
    public void tell(Report report) {
        tell(report, report.toString());
    }

    /** Prints a result, for people as this text. */
    public void tell(Report report, String text) {
        System.out.println(json ? report.toJson() : text);
    }

    /** Prints what was done, where that is no answer to a question: not if it shall be quiet. */
    public void tellDone(Report report, String text) {
        if (json || !quiet) {
            tell(report, text);
        }
    }

    /** Prints a result beside the output, where that is data. */
    public void tellOnError(Report report, String text) {
        if (json) {
            System.err.println(report.toJson());
        } else if (!quiet) {
            System.err.println("bloomery: " + text);
        }
    }

    /** A line of progress, if there is a terminal for it: the launcher knows, and says so in a property. */
    public Meter meter(String what) {
        return new Meter(System.err, !quiet && Boolean.getBoolean("bloomery.terminal"), what);
    }
}
