package dev.bloomery.internal.cuckoo;

/** What became of a fingerprint that was to be added. */
public enum Placement {
    /** In, and no equal one was. */
    NEW,
    /** In, beside equal ones. */
    COPY,
    /** Not in: no chain of moves leads to a free slot. Nothing was changed. */
    FULL,
    /** Not in: all slots of its two buckets hold equal ones. Nothing was changed. */
    TOO_MANY_COPIES
}
