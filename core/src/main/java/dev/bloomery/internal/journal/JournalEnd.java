package dev.bloomery.internal.journal;

/**
 * How far a journal could be read.
 *
 * @param header what it says of itself
 * @param next operations up to its end, ever
 * @param bytes up to where it is whole
 * @param tornBytes what follows there, of operations that were never said to be synced
 * @param closed whether it ends with a clean close
 * @param sealed whether it says that another one follows
 * @param cut whether its end is missing: it reserves room, and has none behind its last record, nor a close
 */
public record JournalEnd(
        JournalHeader header, long next, long bytes, long tornBytes, boolean closed, boolean sealed, boolean cut) {

    /** How many operations it has. */
    public long operations() {
        return next - header.first();
    }
}
