package dev.bloomery.internal.family;

/** Counts of owners and what they have, of one stripe or of all. */
final class Tally {
    long owners;
    long spilled;
    long keys;
    long listed;
    final long[] slicesAt = new long[OwnerPlan.MAX_SLICES];
    long lost;
    long spills;
    long returns;
    long liveLogBytes;
    long logBytes;
    int unknownStripes;
    int damagedStripes;

    /** Counts a record, with {@code sign} 1, or takes it back, with -1. */
    void count(OwnerRecord layout, byte[] bytes, int at, int sign) {
        owners += sign;
        keys += sign * layout.keys(bytes, at);
        listed += sign * (long) OwnerRecord.listed(bytes, at);
        for (int i = 0; i < OwnerRecord.slices(bytes, at); i++) {
            slicesAt[i] += sign;
        }
    }

    void add(Tally other) {
        owners += other.owners;
        spilled += other.spilled;
        keys += other.keys;
        listed += other.listed;
        for (int i = 0; i < slicesAt.length; i++) {
            slicesAt[i] += other.slicesAt[i];
        }
        lost += other.lost;
        spills += other.spills;
        returns += other.returns;
        liveLogBytes += other.liveLogBytes;
        logBytes += other.logBytes;
        unknownStripes += other.unknownStripes;
        damagedStripes += other.damagedStripes;
    }
}
