package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.bits.LongReader;
import dev.bloomery.internal.geometry.CuckooGeometry;

/** The slots of a {@link CuckooTable} as its bytes were copied, where they lie: answers like it, and never changes. */
public final class StoredSlots {
    private final CuckooGeometry geometry;
    private final LongReader bytes;

    /** @param bytes the first of them at 0; seven may be read behind the last */
    public StoredSlots(CuckooGeometry geometry, LongReader bytes) {
        this.geometry = geometry;
        this.bytes = bytes;
    }

    public boolean mightContainHash(long hash) {
        long fingerprint = CuckooGeometry.fingerprint(hash, 2 * geometry.fingerprints());
        long buckets = geometry.buckets();
        long first = CuckooGeometry.first(hash, 2 * buckets);
        long sum = CuckooGeometry.sum(fingerprint, 2 * buckets);
        return has(first, fingerprint) || has(CuckooGeometry.other(first, sum, buckets), fingerprint);
    }

    private boolean has(long bucket, long fingerprint) {
        for (int slot = 0; slot < CuckooGeometry.SLOTS; slot++) {
            long bit = (bucket * CuckooGeometry.SLOTS + slot) * geometry.width();
            if ((bytes.at(bit >>> 3) >>> (bit & 7) & geometry.fingerprints()) == fingerprint) {
                return true;
            }
        }
        return false;
    }
}
