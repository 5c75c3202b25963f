package dev.bloomery;

import dev.bloomery.file.Progress;
import dev.bloomery.info.MappedInfo;
import dev.bloomery.internal.kind.Content;
import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.spec.FilterSpec;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * A filter that stays in its file: opened in milliseconds whatever its size, it answers like the filter that was saved, takes none of
 * the heap, and shares its memory with all processes that map the same file. It cannot be changed.
 *
 * <p>Threads: any number may query. A query reads where the answer is in the file, which the system keeps in memory once it was read; the
 * first ones wait for the disk.
 *
 * <p>{@link #close} ends it: queries that run end as if it were open, later ones throw {@link IllegalStateException}. The memory is
 * given back when the garbage collector finds that no query uses it any more, and never under one that does. Replacing the file by another
 * snapshot does not touch it: it goes on with the one it opened. <b>Do not cut or overwrite a mapped file in place</b>: nothing in this
 * library does, and queries would fail with an {@link InternalError}.
 *
 * @param <K> the type of the keys
 */
public final class MappedFilter<K> extends AbstractFilter<K, FilterSpec> implements AutoCloseable {
    private final MappedSnapshot mapped;
    private final MappedTable table;
    private volatile LongPredicate test;

    MappedFilter(Opening<K> opening, FilterSpec spec, MappedSnapshot mapped) throws IOException {
        super(opening.hasher(), spec, opening.seed());
        this.mapped = mapped;
        this.table = Kinds.of(spec).map(mapped, spec, opening.clock());
        this.test = table.test();
    }

    /** {@inheritDoc} */
    @Override
    public boolean mightContainLong(long key) {
        return mightContainHash(hashLong(key));
    }

    @Override
    public boolean mightContainHash(long hash) {
        return test.test(hash);
    }

    @Override
    void answerBatch(long[] hashes, int count, boolean[] answers, int at) {
        LongPredicate now = test;
        for (int i = 0; i < count; i++) {
            answers[at + i] = now.test(hashes[i]);
        }
    }

    /** By the counts of the file, in no time; of a counting filter, which has none, by all of its counters. */
    @Override
    public MappedInfo info() {
        return table.info().get();
    }

    /**
     * Reads the whole file and checks it, for a filter that was opened without: in the background, say.
     *
     * @param progress hears how many bytes are checked
     * @throws IOException if it is damaged: close the filter, whatever it said may be wrong
     */
    public void verify(Progress progress) throws IOException {
        mapped.verify(Objects.requireNonNull(progress, "progress"));
    }

    @Override
    StoredParts stored() {
        return new StoredParts(mapped.in().header().state(), List.of(mapped.body()));
    }

    @Override
    Content content() {
        StoredParts stored = stored();
        return new Content(stored.state(), stored.parts());
    }

    @Override
    public void close() {
        test = MappedFilter::closed;
    }

    private static boolean closed(long hash) {
        throw new IllegalStateException("the mapped filter is closed; open it again");
    }

    /** The spec; neither keys nor the seed. */
    @Override
    public String toString() {
        return "MappedFilter[" + spec + "]";
    }
}
