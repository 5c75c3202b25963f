package dev.bloomery.spring.internal.properties;

import dev.bloomery.capacity.CapacityPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A filter without a store.
 *
 * @param keys The keys: text, int64, uuid, or the name of a KeyEncoder bean. Required.
 * @param filter The filter, as a line of text: bloom capacity=1000000 fpp=0.001. Required, unless there is a snapshot.
 * @param hardened Whether keys are hashed with a keyed hash that strangers cannot see through.
 * @param whenFull What to do when the filter is full: warn or reject.
 * @param directory Where a durable filter lives.
 * @param sync With a directory, when operations are on the disk: always, every 1s, or on-close.
 * @param checkpointEvery With a directory, after how many bytes of journals a snapshot is written.
 * @param keepHashes With a directory, whether all hashes are kept, so that the filter can be resized later.
 * @param snapshot The file of a filter that was built elsewhere, to be asked only.
 * @param mapped Whether the snapshot is answered from the file, without heap.
 */
public record FilterProperties(
        @Nullable String keys,
        @Nullable String filter,
        @Nullable Boolean hardened,
        @Nullable CapacityPolicy whenFull,
        @Nullable String directory,
        @Nullable String sync,
        @Nullable DataSize checkpointEvery,
        @Nullable Boolean keepHashes,
        @Nullable String snapshot,
        @Nullable Boolean mapped) {}
