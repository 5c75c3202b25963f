package dev.bloomery.cli.text;

/** What the command tells the shell. */
public final class ExitCode {
    /** Yes, or done. */
    public static final int OK = 0;
    /** No, or none. */
    public static final int NO = 1;
    /** Wrong use. */
    public static final int USAGE = 2;
    /** Damaged, or failed. */
    public static final int FAILED = 3;
    /** The reader of our output has gone: what a shell has for a program that died of SIGPIPE. */
    public static final int OUTPUT_CLOSED = 141;

    private ExitCode() {}
}
