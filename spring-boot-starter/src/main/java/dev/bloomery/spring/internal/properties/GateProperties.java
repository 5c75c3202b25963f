package dev.bloomery.spring.internal.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A gate.
 *
 * @param keys The keys: text, int64, uuid, stored-name, or the name of a KeyEncoder bean. Required.
 * @param filter The filter, as a line of text: cuckoo capacity=10000000 fpp=0.01. Required.
 * @param hardened Whether keys are hashed with a keyed hash that strangers cannot see through.
 * @param store The store behind the gate. This or a loader is required.
 * @param loader The name of a Loader bean, for a LoadingGate.
 * @param writers Who writes the store: only-this-process, unguarded, postgres-feed, or the name of a StoreWriters bean. Required.
 * @param lease For writers postgres-feed: how much longer an insert takes.
 * @param start How the gate begins.
 * @param warmTimeout How long a start that is warm keeps the application from being ready.
 * @param directory Where the filter lives, so that the next start needs no scan.
 * @param sync With a directory, when writes are on the disk: always, every 1s, or on-close.
 * @param rebuild When the gate rebuilds its filter by itself.
 * @param whenStoreFails What a lookup answers when it must ask the store and cannot: throw or say-present.
 * @param longestWrite With keys that expire: the longest time from the begin of a write to its effect.
 * @param longestWait How long a lookup waits for another one of the same key.
 * @param longestDrain How long a rebuild waits for transactions that began before it.
 * @param lateWrites For how long a write of a process that is gone may still take effect.
 * @param doubtsEndAfter After which time every write of unknown outcome has ended.
 * @param rememberFalsePositives How many false positives are remembered.
 */
public record GateProperties(
        @Nullable String keys,
        @Nullable String filter,
        @Nullable Boolean hardened,
        @Nullable StoreProperties store,
        @Nullable String loader,
        @Nullable String writers,
        @Nullable Duration lease,
        @Nullable StartMode start,
        @Nullable Duration warmTimeout,
        @Nullable String directory,
        @Nullable String sync,
        @Nullable RebuildProperties rebuild,
        @Nullable StoreFailure whenStoreFails,
        @Nullable Duration longestWrite,
        @Nullable Duration longestWait,
        @Nullable Duration longestDrain,
        @Nullable Duration lateWrites,
        @Nullable Duration doubtsEndAfter,
        @Nullable Integer rememberFalsePositives) {

    /** What a lookup answers when it must ask the store and cannot. */
    public enum StoreFailure {
        /** An exception. */
        THROW,
        /** That the key is there. */
        SAY_PRESENT
    }

    /**
     * When a gate rebuilds its filter by itself.
     *
     * @param every Every so often.
     * @param whenFilledTo When the filter holds this share of its capacity, such as 0.95.
     * @param whenFppPasses When the measured FPP passes this multiple of the promised one.
     * @param checkEvery How often to look.
     */
    public record RebuildProperties(
            @Nullable Duration every,
            @Nullable Double whenFilledTo,
            @Nullable Double whenFppPasses,
            @Nullable Duration checkEvery) {}
}
