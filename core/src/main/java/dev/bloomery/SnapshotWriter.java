package dev.bloomery;

import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.AtomicFile;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.kind.KnownAnswer;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.Header;
import dev.bloomery.internal.snapshot.SnapshotOutput;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Objects;

/** Writes a snapshot of a filter; see {@link Snapshotable}. */
public final class SnapshotWriter {
    private final AbstractFilter<?, ?> filter;
    private boolean withSeed = true;
    private Progress progress = Progress.NONE;

    SnapshotWriter(AbstractFilter<?, ?> filter) {
        this.filter = filter;
    }

    /**
     * Keeps the seed out of the file: who reads the file cannot tell which keys are in it. To open it the seed must be given, from the
     * place where you keep secrets; get it by {@code seededSpec().seed().toHex()}.
     *
     * @return this
     */
    public SnapshotWriter withoutSeed() {
        withSeed = false;
        return this;
    }

    /**
     * Hears how many bytes are written.
     *
     * @param progress the listener
     * @return this
     */
    public SnapshotWriter onProgress(Progress progress) {
        this.progress = Objects.requireNonNull(progress, "progress");
        return this;
    }

    /**
     * Saves to a file that only its owner can read, replacing the one that is there as a whole: whoever opens it finds the old filter or the
     * new one, also after a crash. It is written beside it first, so the disk needs room for both.
     *
     * @param file the file
     * @throws IOException if that fails; the old file is as it was
     */
    public void to(Path file) throws IOException {
        AtomicFile.replace(Disk.real(), Objects.requireNonNull(file, "file"), this::to);
    }

    /**
     * Writes to a stream, which is flushed and not closed.
     *
     * @param out the stream
     * @throws IOException if that fails
     */
    public void to(OutputStream out) throws IOException {
        Objects.requireNonNull(out, "out");
        StoredParts stored = filter.stored();
        Seed seed = filter.seed;
        Header header = new Header(
                !withSeed,
                filter.hasher.hashesLongs(),
                Body.lengthOf(stored.parts()),
                KnownAnswer.of(filter.hasher.hash(), seed),
                withSeed ? seed.low() : 0,
                withSeed ? seed.high() : 0,
                filter.spec.toString(),
                stored.state(),
                filter.hasher.form());
        new SnapshotOutput(out, progress).write(header, stored.parts());
    }
}
