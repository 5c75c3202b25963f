package dev.bloomery.durable;

import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.file.Progress;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.internal.durable.FilterOptions;
import dev.bloomery.internal.durable.LateEvents;
import dev.bloomery.internal.durable.Settings;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Opens a durable filter, or creates it.
 *
 * @param <K> the type of the keys
 * @param <F> the type of the filter
 */
public final class DurableBuilder<K, F> {
    private static final double DEFAULT_LEVEL = 0.9;

    private final Path path;
    private final KeyEncoder<K> encoder;
    private final FilterSpec spec;
    private final Function<Engine<K>, F> type;

    private Optional<Seed> seed = Optional.empty();
    private SyncPolicy sync = SyncPolicy.always();
    private FilterOptions options = FilterOptions.DEFAULT;
    private OptionalLong checkpointBytes = OptionalLong.empty();
    private boolean keepHashes;
    private Progress progress = Progress.NONE;
    private Disk disk = Disk.real();
    private LongSupplier nanoClock = System::nanoTime;

    DurableBuilder(Path path, KeyEncoder<K> encoder, FilterSpec spec, Function<Engine<K>, F> type) {
        this.path = path;
        this.encoder = encoder;
        this.spec = spec;
        this.type = type;
    }

    /**
     * When operations are on the disk; {@link SyncPolicy#always} unless you say otherwise.
     *
     * @param policy the policy
     * @return this
     */
    public DurableBuilder<K, F> sync(SyncPolicy policy) {
        this.sync = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * With this seed; a random secret one unless you say otherwise, which is kept in the directory. A filter that is there must have it.
     *
     * @param seed the seed
     * @return this
     */
    public DurableBuilder<K, F> seed(Seed seed) {
        this.seed = Optional.of(seed);
        return this;
    }

    /**
     * What to do when the filter is full; as for other filters of its kind unless you say otherwise. It is chosen at each opening.
     *
     * @param policy the policy
     * @return this
     */
    public DurableBuilder<K, F> whenFull(CapacityPolicy policy) {
        options = options.with(Objects.requireNonNull(policy, "policy"));
        return this;
    }

    /**
     * Hears when the filter is filled to nine tenths, and when its FPP passes the target; of a scalable filter, when it grows and when it
     * reaches its ceiling. It is called without a lock, and also for what happens while the journal is replayed.
     *
     * @param listener the listener
     * @return this
     */
    public DurableBuilder<K, F> onCapacity(CapacityListener listener) {
        return onCapacity(DEFAULT_LEVEL, listener);
    }

    /**
     * Hears when the filter is filled to a level, and when its FPP passes the target; see {@link #onCapacity(CapacityListener)}.
     *
     * @param level a share of the capacity, above 0 and at most 1
     * @param listener the listener
     * @return this
     */
    public DurableBuilder<K, F> onCapacity(double level, CapacityListener listener) {
        options = options.with(level, new LateEvents(Objects.requireNonNull(listener, "listener")));
        return this;
    }

    /**
     * Takes a checkpoint in the background when the journals have so many bytes; the size of the snapshot, but at least 64 MiB, unless you say
     * otherwise. Less means to open faster and to write more.
     *
     * @param journalBytes from 1 on
     * @return this
     */
    public DurableBuilder<K, F> checkpointEvery(long journalBytes) {
        if (journalBytes < 1) {
            throw new IllegalArgumentException(
                    "journalBytes is " + journalBytes + "; use 1 or more, often some times the size of the filter");
        }
        checkpointBytes = OptionalLong.of(journalBytes);
        return this;
    }

    /**
     * Keeps the hashes of all operations for ever, eight bytes each, so that the filter can be made larger, smaller or of another kind later
     * by {@link DurableArchive}. It is chosen when the filter is created, and holds from then on.
     *
     * @return this
     */
    public DurableBuilder<K, F> keepHashes() {
        keepHashes = true;
        return this;
    }

    /**
     * Hears how many bytes of snapshot and journals are read when the filter is opened.
     *
     * @param progress the listener
     * @return this
     */
    public DurableBuilder<K, F> onProgress(Progress progress) {
        this.progress = Objects.requireNonNull(progress, "progress");
        return this;
    }

    /** By which a windowed filter forgets. */
    DurableBuilder<K, F> timedBy(InstantSource clock) {
        options = options.with(clock);
        return this;
    }

    /** For tests. */
    DurableBuilder<K, F> on(Disk disk) {
        this.disk = disk;
        return this;
    }

    /** For tests: the time that operations see; the thread that syncs goes by the true one. */
    DurableBuilder<K, F> clock(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        return this;
    }

    Settings<K> settings() {
        return new Settings<>(
                path, encoder, spec, seed, sync, options, checkpointBytes, keepHashes, progress, disk, nanoClock);
    }

    /**
     * Opens the filter, after a crash with all that the policy promises; creates it if there is none. {@code recovery()} says what was found.
     *
     * @return the filter; close it
     * @throws IllegalArgumentException if the filter that is there has another plan or seed; the message says in what they differ
     * @throws DirectoryInUseException if it is open already
     * @throws dev.bloomery.file.JournalException if a journal is damaged, cut or missing
     * @throws dev.bloomery.file.WrongKeysException if it was created with another encoder, by its name and samples
     * @throws dev.bloomery.file.SnapshotException if the snapshot cannot be opened
     * @throws IOException if the directory cannot be read or written; it is as it was
     */
    public F open() throws IOException {
        return type.apply(Engine.open(settings()));
    }
}
