package dev.bloomery;

import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.window.SteadyClock;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Opens snapshots of filters. What a snapshot does not keep is said here: how keys become bytes, whether one thread writes, and what happens
 * when the filter is full. Of the encoder it keeps the name: a file of another one is refused with a
 * {@link dev.bloomery.file.WrongKeysException}, unless the encoder is {@link KeyEncoder#trusted}.
 *
 * <pre>{@code
 * BloomFilter<String> seen = Filters.load(KeyEncoder.utf8()).from(Path.of("seen.flt")).bloom();
 * }</pre>
 *
 * @param <K> the type of the keys
 */
public final class SnapshotLoader<K> {
    final KeyEncoder<K> encoder;

    @Nullable
    Seed seed;

    boolean singleWriter;
    long mostBytes = Long.MAX_VALUE;
    CapacityRule rule = CapacityRule.DEFAULT;

    @Nullable
    CapacityPolicy policy;

    Progress progress = Progress.NONE;
    InstantSource clock = SteadyClock.INSTANCE;

    SnapshotLoader(KeyEncoder<K> encoder) {
        this.encoder = encoder;
    }

    /**
     * With this seed, for a snapshot that was written {@code withoutSeed()}; one that has its seed must have this one.
     *
     * @param seed the seed
     * @return this
     */
    public SnapshotLoader<K> seed(Seed seed) {
        this.seed = Objects.requireNonNull(seed, "seed");
        return this;
    }

    /**
     * One thread changes the filter at a time; see {@link FilterBuilder#singleWriter}.
     *
     * @return this
     */
    public SnapshotLoader<K> singleWriter() {
        singleWriter = true;
        return this;
    }

    /**
     * What to do when the filter is full; see {@link FilterBuilder#whenFull}. A scalable filter rejects at its ceiling unless you say
     * {@link CapacityPolicy#WARN}.
     *
     * @param policy the policy
     * @return this
     */
    public SnapshotLoader<K> whenFull(CapacityPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Hears when the filter is filled to a level, and when its FPP passes the target; see {@link FilterBuilder#onCapacity}.
     *
     * @param level a share of the capacity, above 0 and at most 1
     * @param listener the listener
     * @return this
     */
    public SnapshotLoader<K> onCapacity(double level, CapacityListener listener) {
        rule = new CapacityRule(rule.policy(), level, Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * The clock of a windowed filter; see {@link WindowedBuilder#clock}.
     *
     * @param clock the clock
     * @return this
     */
    public SnapshotLoader<K> clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * Hears how many bytes are read.
     *
     * @param progress the listener
     * @return this
     */
    public SnapshotLoader<K> onProgress(Progress progress) {
        this.progress = Objects.requireNonNull(progress, "progress");
        return this;
    }

    /**
     * Refuses what is longer than that with a {@link dev.bloomery.file.SnapshotTooLongException}, by its header, which has 256 KiB at most:
     * nothing of its body is read, and no room is made for it. For streams of strangers, whose length is not known; without a limit unless you say otherwise.
     *
     * @param bytes the most bytes that a snapshot may have, from 1 on
     * @return this
     */
    public SnapshotLoader<K> atMost(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(
                    "bytes is " + bytes + "; use 1 or more: the most that a snapshot may have");
        }
        mostBytes = bytes;
        return this;
    }

    /**
     * The snapshot in a file. Nothing is read yet.
     *
     * @param file the file
     * @return where to say which kind it is
     */
    public FileSnapshot<K> from(Path file) {
        return new FileSnapshot<>(this, Objects.requireNonNull(file, "file"));
    }

    /**
     * The snapshot in a stream, which must end behind it and is not closed. Nothing is read yet. As it is not known how much there is to
     * come, loading takes twice the memory for a moment; where it is known, say so. A stream of strangers can be as long as memory lasts: give a
     * bound by {@link #atMost}.
     *
     * @param in the stream
     * @return where to say which kind it is
     */
    public Snapshot<K> from(InputStream in) {
        Objects.requireNonNull(in, "in");
        return new Snapshot<>(this, "the stream", () -> Snapshot.OpenedSource.ofCaller(in, OptionalLong.empty()));
    }

    /**
     * The snapshot in a stream of so many bytes, which is not closed. Nothing is read yet.
     *
     * @param in the stream
     * @param length how many bytes it has, for certain, from 0 on: room for them is made before they have come
     * @return where to say which kind it is
     * @throws IllegalArgumentException if the length is negative
     */
    public Snapshot<K> from(InputStream in, long length) {
        return from(in, length, "the stream");
    }

    /**
     * The snapshot in a stream of so many bytes, like {@link #from(InputStream, long)}.
     *
     * @param in the stream
     * @param length how many bytes it has, for certain, from 0 on
     * @param name what messages call it
     * @return where to say which kind it is
     * @throws IllegalArgumentException if the length is negative
     */
    public Snapshot<K> from(InputStream in, long length, String name) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(name, "name");
        if (length < 0) {
            throw new IllegalArgumentException("length is " + length
                    + "; give how many bytes the stream has, or call from(in) without a length if that is not known");
        }
        return new Snapshot<>(this, name, () -> Snapshot.OpenedSource.ofCaller(in, OptionalLong.of(length)));
    }

    /**
     * The snapshot in an array, which is read when the kind is said.
     *
     * @param bytes the snapshot
     * @return where to say which kind it is
     */
    public Snapshot<K> from(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return new Snapshot<>(
                this,
                "the array",
                () -> Snapshot.OpenedSource.ofCaller(new ByteArrayInputStream(bytes), OptionalLong.of(bytes.length)));
    }
}
