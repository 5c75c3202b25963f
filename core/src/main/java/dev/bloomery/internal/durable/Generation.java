package dev.bloomery.internal.durable;

/**
 * The snapshot that counts.
 *
 * @param number its own and that of the first journal behind it
 * @param first operations before that journal, ever
 * @param snapshotBytes its size
 * @param sealedBytes of the journals behind it, but for the one that is written now
 */
public record Generation(long number, long first, long snapshotBytes, long sealedBytes) {
    public Generation sealed(long moreBytes) {
        return new Generation(number, first, snapshotBytes, sealedBytes + moreBytes);
    }
}
