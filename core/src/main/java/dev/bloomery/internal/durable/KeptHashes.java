package dev.bloomery.internal.durable;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.journal.JournalEnd;
import dev.bloomery.internal.journal.Operations;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All operations of a closed directory that keeps its hashes, from the first on. Has the lock of the directory until it is closed. */
public final class KeptHashes implements Closeable {
    private final Directory directory;
    private final FilterSpec spec;
    private final Optional<KeyForm> form;
    private final Seed seed;
    private final long check;
    private final JournalChain chain;

    private KeptHashes(
            Directory directory, FilterSpec spec, Optional<KeyForm> form, Seed seed, long check, JournalChain chain) {
        this.directory = directory;
        this.spec = spec;
        this.form = form;
        this.seed = seed;
        this.check = check;
        this.chain = chain;
    }

    public static <K> KeptHashes open(Disk disk, Path path, KeyEncoder<K> encoder) throws IOException {
        Directory directory = Directory.lock(disk, path);
        boolean opened = false;
        try {
            KeptHashes kept = open(directory, encoder);
            opened = true;
            return kept;
        } finally {
            if (!opened) {
                directory.close();
            }
        }
    }

    private static <K> KeptHashes open(Directory directory, KeyEncoder<K> encoder) throws IOException {
        DirectoryFiles files = directory.files();
        long newest = files.newestSnapshot()
                .orElseThrow(() -> new IllegalArgumentException(
                        directory.path() + " has no durable filter; give the directory of one that is closed"));
        SnapshotFile snapshot = new SnapshotFile(directory, directory.snapshot(newest));
        FilterSpec spec = snapshot.spec();
        // for its seed; it is gone before another filter is made
        MemoryFilter<K> filter = snapshot.load(encoder, spec, FilterOptions.REPLAY, Progress.NONE);
        List<JournalChain.Link> links = links(directory, files);
        if (links.isEmpty() || links.get(0).number() != 0) {
            throw notKept(directory);
        }
        return new KeptHashes(
                directory, spec, snapshot.keyForm(), filter.seed(), filter.check(), new JournalChain(directory, links));
    }

    private static List<JournalChain.Link> links(Directory directory, DirectoryFiles files) {
        List<JournalChain.Link> links = new ArrayList<>();
        files.archives().forEach(number -> links.add(new JournalChain.Link(number, directory.archive(number))));
        files.journals().forEach(number -> links.add(new JournalChain.Link(number, directory.journal(number))));
        links.sort(Comparator.comparingLong(JournalChain.Link::number));
        return links;
    }

    private static IllegalArgumentException notKept(Directory directory) {
        return new IllegalArgumentException(directory.path()
                + " was created without keepHashes(), so its hashes are gone; rebuild the filter from its keys");
    }

    public Directory directory() {
        return directory;
    }

    public Seed seed() {
        return seed;
    }

    /** The encoder with which this was opened, for a filter that takes the place of this one. */
    public <K> KeyEncoder<K> encoder(KeyEncoder<K> given) {
        return StoredEncoder.of(given, form);
    }

    /** Throws if the plan has another hash: the hashes that are kept are no hashes of it. */
    public void requireHash(KeyHash hash) {
        if (hash != spec.hash()) {
            throw new IllegalArgumentException("the hashes in " + directory.path() + " are of " + spec.hash()
                    + ", and the plan given has " + hash + "; give one with the same hash");
        }
    }

    /** Hands over all operations; one byte of the total is left for what follows. */
    public void read(Operations operations, Progress progress) throws IOException {
        chain.read(check, operations, (done, total) -> progress.report(done, total + 1));
        chain.requireEnd();
        JournalEnd first = chain.ends().get(0);
        if (!first.header().keepsHashes()) {
            throw notKept(directory);
        }
        if (first.header().first() != 0) {
            throw new DamagedJournalException(directory.path() + ": the first journal begins with operation "
                    + first.header().first() + "; restore a copy of the whole directory");
        }
    }

    /** To be called at the end of everything. */
    public void done(Progress progress) {
        progress.report(chain.bytes() + 1, chain.bytes() + 1);
    }

    /** Where the last journal ends, after it was read. */
    public JournalEnd last() {
        return chain.last();
    }

    public long check() {
        return check;
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}
