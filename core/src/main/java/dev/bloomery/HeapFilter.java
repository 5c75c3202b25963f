package dev.bloomery;

/**
 * A filter on the heap that takes keys: of whatever kind, what a builder gives and what a snapshot is loaded to. The only kind that is none of these is the
 * fuse filter, which is built from all its keys.
 *
 * @param <K> the type of the keys
 */
public interface HeapFilter<K> extends AddableFilter<K>, Snapshotable<K> {}
