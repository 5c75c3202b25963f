package dev.bloomery.internal.journal;

/**
 * How far a journal could be read.
 *
 * @param header what it says of itself
 * @param next operations up to its end, ever
 * @param bytes up to where it is whole
 * @param tornBytes what follows there, of operations that were never said to be synced
 * @param closed whether it ends with a clean close
 */
public record JournalEnd(JournalHeader header, long next, long bytes, long tornBytes, boolean closed) {

    /** How many operations it has. */
    public long operations() {
        return next - header.first();
    }
}
