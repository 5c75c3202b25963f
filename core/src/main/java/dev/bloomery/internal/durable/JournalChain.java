package dev.bloomery.internal.durable;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.journal.JournalEnd;
import dev.bloomery.internal.journal.JournalHeader;
import dev.bloomery.internal.journal.JournalReader;
import dev.bloomery.internal.journal.Operations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads journals that follow each other, and checks that they do.
 *
 * <ol>
 *   <li>Numbers have no gap, and each journal begins with the operation at which the one before ends.
 *   <li>A journal is created when everything before is synced, and says how much that was. If the one before breaks off earlier, it was no
 *       crash that tore it: it is damaged.
 *   <li>The last one may be a leftover, unless the one before is sealed: one whose creation was given up, so that the one before went on. It has
 *       no operations, and does not count.
 *   <li>The one that counts last has its end: it is closed, or has the room that it reserved; and it is not sealed. Otherwise it was cut, or
 *       the one that followed was deleted.
 * </ol>
 */
public final class JournalChain {
    private static final String ADVICE =
            "restore a copy of the whole directory, or rebuild the filter from its keys in a new one";

    private final Directory directory;
    private final List<Link> links;
    private final long bytes;
    private final List<JournalEnd> ends = new ArrayList<>();

    /** A journal, wherever its file is now. */
    public record Link(long number, Path file) {}

    /** Of at least one journal; throws if one is missing. */
    public JournalChain(Directory directory, List<Link> links) throws IOException {
        this.directory = directory;
        this.links = links;
        long total = 0;
        for (int i = 0; i < links.size(); i++) {
            requireNumber(directory, links.get(i).number(), links.get(0).number() + i);
            total += directory.read(links.get(i).file(), DiskFile::size);
        }
        this.bytes = total;
    }

    /** The journals from a number on, which must be among them. */
    public static List<Link> links(Directory directory, long from, List<Long> journals) throws IOException {
        List<Link> links = journals.stream()
                .filter(number -> number >= from)
                .map(number -> new Link(number, directory.journal(number)))
                .toList();
        requireNumber(directory, links.isEmpty() ? -1 : links.get(0).number(), from);
        return links;
    }

    private static void requireNumber(Directory directory, long number, long expected) throws IOException {
        if (number != expected) {
            throw missing(directory, expected);
        }
    }

    private static DamagedJournalException missing(Directory directory, long number) {
        return new DamagedJournalException(directory.path() + ": journal " + number + " is missing; " + ADVICE);
    }

    /** Of all files. */
    public long bytes() {
        return bytes;
    }

    /**
     * Hands over the operations of all of them, in order.
     *
     * @param check what tells them from the journals of another filter
     */
    public void read(long check, Operations operations, Progress progress) throws IOException {
        long before = 0;
        for (Link link : links) {
            long begin = before;
            before += directory.read(link.file(), file -> {
                read(link, file, check, operations, done -> progress.report(begin + done, bytes));
                return file.size();
            });
        }
        progress.report(bytes, bytes);
    }

    private void read(Link link, DiskFile file, long check, Operations operations, LongConsumer progress)
            throws IOException {
        if (!ends.isEmpty()) {
            requireWhole(last()); // it was whole when the next one was begun
        }
        String name = link.file().toString();
        boolean mayBeLeftover = !ends.isEmpty() && !last().sealed() && link.equals(links.get(links.size() - 1));
        Optional<JournalHeader> found = JournalHeader.read(file, name);
        if (found.isEmpty()) {
            if (mayBeLeftover) {
                return;
            }
            throw new DamagedJournalException(name + " has no whole header; " + ADVICE);
        }
        JournalHeader header = found.get();
        if (header.number() != link.number() || header.check() != check) {
            throw new DamagedJournalException(name + " is the journal " + header.number()
                    + (header.check() == check ? "; " : " of another filter; ") + ADVICE);
        }
        if (!ends.isEmpty() && header.first() != next()) {
            if (mayBeLeftover && header.first() < next() && !JournalReader.hasRecords(file)) {
                return;
            }
            throw new DamagedJournalException(name + " begins with operation " + header.first()
                    + ", but the journal before it ends with " + next() + " and is damaged there; " + ADVICE);
        }
        try {
            ends.add(JournalReader.read(file, name, header, operations, progress));
        } catch (Replay.Mismatch mismatch) {
            throw new DamagedJournalException(
                    name + " does not fit the snapshot: " + mismatch.getMessage() + "; " + ADVICE);
        }
    }

    /** Throws if something is missing at the end, so far as that shows. To be called when all were read. */
    public void requireEnd() throws IOException {
        JournalEnd last = last();
        if (last.sealed()) {
            throw missing(directory, last.header().number() + 1);
        }
        requireWhole(last);
    }

    private void requireWhole(JournalEnd end) throws IOException {
        if (end.cut()) {
            throw new DamagedJournalException(directory.path() + ": journal "
                    + end.header().number()
                    + " was cut after operation " + end.next() + "; operations that were acknowledged may be missing; "
                    + ADVICE);
        }
    }

    /** Where those that count end, in order. */
    public List<JournalEnd> ends() {
        return ends;
    }

    public JournalEnd last() {
        return ends.get(ends.size() - 1);
    }

    /** Operations up to the end, ever. */
    public long next() {
        return last().next();
    }
}
