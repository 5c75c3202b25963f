package dev.bloomery.internal.durable;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.file.Progress;
import dev.bloomery.file.Recovery;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.journal.Journal;
import dev.bloomery.internal.journal.JournalEnd;
import dev.bloomery.internal.journal.JournalHeader;
import dev.bloomery.internal.journal.JournalReader;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Opens a directory, or makes one.
 *
 * <ol>
 *   <li>The newest snapshot counts. It was renamed when it was whole: if it cannot be loaded, nothing older takes its place.
 *   <li>The journals from its number on are replayed. The last one is written anew, without what a crash tore off its end, before a new one
 *       is begun: so all that is followed by a journal is on the disk for certain. If it has no operations, the new one takes its place.
 *   <li>The journal before the new one is sealed before anything is written to the new one.
 *   <li>A directory without a snapshot was not created to the end, if it has nothing but an empty journal 0: then it is created anew. Anything
 *       else that is missing is an error, never an empty filter.
 *   <li>An operation that was taken once is never refused by a replay, whatever the capacity policy given now.
 * </ol>
 */
public final class Opener<K> {
    private final Settings<K> settings;
    private final Directory directory;

    /** The new journal, when there is one. */
    private @Nullable DiskFile begun;

    private Opener(Settings<K> settings, Directory directory) {
        this.settings = settings;
        this.directory = directory;
    }

    public static <K> Opened<K> open(Settings<K> settings) throws IOException {
        Directory directory = Directory.createAndLock(settings.disk(), settings.path());
        Opener<K> opener = new Opener<>(settings, directory);
        boolean opened = false;
        try {
            DirectoryFiles files = directory.files();
            OptionalLong newest = files.newestSnapshot();
            Opened<K> result = newest.isPresent() ? opener.reopen(newest.getAsLong(), files) : opener.create(files);
            opened = true;
            return result;
        } finally {
            if (!opened) {
                opener.giveUp();
            }
        }
    }

    private void giveUp() throws IOException {
        try (directory) {
            if (begun != null) {
                begun.close();
            }
        }
    }

    private Opened<K> create(DirectoryFiles files) throws IOException {
        if (!isUnfinished(files)) {
            throw new DamagedJournalException(directory.path()
                    + " has journals, but no snapshot: it is not complete; restore a copy of the whole directory");
        }
        directory.syncParent();
        Seed seed = settings.seed().orElseGet(Seed::random);
        MemoryFilter<K> filter = MemoryFilter.create(settings.encoder(), settings.spec(), seed, settings.options());
        Journal journal = begin(new JournalHeader(0, 0, filter.check(), settings.keepHashes()));
        directory.writeSnapshot(0, out -> filter.writeTo(out, Progress.NONE));
        directory.tidy(0, settings.keepHashes());
        Generation generation = new Generation(0, 0, snapshot(0).bytes(), 0);
        return new Opened<>(
                directory, filter, journal, generation, 0, settings.keepHashes(), new Recovery(0, 0, 0, 0, true));
    }

    /** Whether its creation broke off, or has not begun. */
    private boolean isUnfinished(DirectoryFiles files) throws IOException {
        if (!files.archives().isEmpty() || files.journals().size() > 1) {
            return false;
        }
        return files.journals().isEmpty()
                || (files.journals().get(0) == 0 && !directory.read(directory.journal(0), JournalReader::hasRecords));
    }

    private Opened<K> reopen(long number, DirectoryFiles files) throws IOException {
        FilterSpec stored = snapshot(number).spec();
        requireFit(stored);
        Replayed<K> replayed = replay(number, stored, files.journals());
        JournalEnd last = replayed.chain().last();
        boolean keepsHashes = requireKept(last.header());
        MemoryFilter<K> filter = replayed.filter();
        long next = last.header().number() + (last.operations() == 0 ? 0 : 1);
        if (last.operations() > 0) {
            directory.renew(last);
        }
        Journal journal = begin(new JournalHeader(next, last.next(), filter.check(), keepsHashes));
        sealBefore(next, replayed.chain());
        Generation generation = replayed.generation(number, snapshot(number).bytes());
        if (replayed.refused()) {
            // the policy comes with loading: what was replayed without it is saved, and loaded with it
            directory.writeSnapshot(next, out -> replayed.filter().writeTo(out, Progress.NONE));
            generation = new Generation(next, last.next(), snapshot(next).bytes(), 0);
            filter = snapshot(next).load(settings.encoder(), stored, settings.options(), Progress.NONE);
        }
        directory.tidy(generation.number(), keepsHashes);
        return new Opened<>(directory, filter, journal, generation, next, keepsHashes, replayed.recovery(generation));
    }

    private void sealBefore(long number, JournalChain chain) throws IOException {
        for (JournalEnd end : chain.ends()) {
            if (end.header().number() == number - 1 && !end.sealed()) {
                directory.seal(directory.journal(number - 1), end);
            }
        }
    }

    /** A filter with everything in it. */
    private record Replayed<K>(MemoryFilter<K> filter, JournalChain chain, boolean refused) {
        Generation generation(long number, long snapshotBytes) {
            long sealedBytes =
                    chain.ends().stream().mapToLong(JournalEnd::bytes).sum();
            return new Generation(number, chain.ends().get(0).header().first(), snapshotBytes, sealedBytes);
        }

        Recovery recovery(Generation generation) {
            JournalEnd last = chain.last();
            return new Recovery(
                    generation.snapshotBytes(),
                    chain.ends().size(),
                    chain.ends().stream().mapToLong(JournalEnd::operations).sum(),
                    last.tornBytes(),
                    last.closed());
        }
    }

    private Replayed<K> replay(long number, FilterSpec stored, List<Long> journals) throws IOException {
        List<JournalChain.Link> links = JournalChain.links(directory, number, journals);
        try {
            return replay(number, stored, links, settings.options(), false);
        } catch (FilterFullException rejected) {
            return replay(number, stored, links, settings.options().forReplay(), true);
        }
    }

    private Replayed<K> replay(
            long number, FilterSpec stored, List<JournalChain.Link> links, FilterOptions options, boolean refused)
            throws IOException {
        SnapshotFile snapshot = snapshot(number);
        long snapshotBytes = snapshot.bytes();
        JournalChain chain = new JournalChain(directory, links);
        long bytes = snapshotBytes + chain.bytes();
        Progress progress = settings.progress();
        MemoryFilter<K> filter =
                snapshot.load(settings.encoder(), stored, options, (done, total) -> progress.report(done, bytes));
        requireSeed(filter);
        Replay replay = refused ? Replay.strict(filter) : Replay.byPolicy(filter);
        chain.read(filter.check(), replay, (done, total) -> progress.report(snapshotBytes + done, bytes));
        chain.requireEnd();
        return new Replayed<>(filter, chain, refused);
    }

    private SnapshotFile snapshot(long number) {
        return new SnapshotFile(directory, directory.snapshot(number));
    }

    private Journal begin(JournalHeader header) throws IOException {
        Journal.Next created = directory.createJournal(header);
        begun = created.file();
        return new Journal(created.file(), header, settings.nanoClock());
    }

    private void requireFit(FilterSpec stored) {
        String difference = PlanFit.difference(settings.spec(), stored);
        if (!difference.isEmpty()) {
            throw new IllegalArgumentException("the plan given for " + directory.path() + " differs in " + difference
                    + " from '" + stored + "', with which it was created; give that one, use another directory,"
                    + " or change it by DurableArchive if it keeps its hashes");
        }
    }

    private void requireSeed(MemoryFilter<K> filter) {
        if (settings.seed().isPresent() && !settings.seed().get().equals(filter.seed())) {
            throw new IllegalArgumentException("the seed given is not the one with which " + directory.path()
                    + " was created; give that one, or none to use the one that is stored");
        }
    }

    private boolean requireKept(JournalHeader header) {
        if (settings.keepHashes() && !header.keepsHashes()) {
            throw new IllegalArgumentException(
                    directory.path()
                            + " was created without keepHashes(), so earlier hashes are gone; leave it out, or use a new directory");
        }
        return header.keepsHashes();
    }
}
