package dev.bloomery.internal.bits;

/** Reads bytes that are kept elsewhere, in a mapped file. */
@FunctionalInterface
public interface LongReader {
    /** The eight bytes from a position on, the lowest first. */
    long at(long position);
}
