package dev.bloomery.file;

/**
 * Hears how far a long piece of work has come: loading, saving, replaying, resizing. It is called by the thread that does the work, from
 * time to time and once at the end, with {@code done == total}; never if the work fails. What it throws ends the work, which then
 * has failed, and leaves everything as it was.
 */
@FunctionalInterface
public interface Progress {
    /** Hears nothing. */
    Progress NONE = (done, total) -> {};

    /**
     * So much is done.
     *
     * @param done bytes so far, or operations, as the caller was told
     * @param total of so many
     */
    void report(long done, long total);
}
