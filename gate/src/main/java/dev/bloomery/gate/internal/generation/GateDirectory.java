package dev.bloomery.gate.internal.generation;

import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.internal.disk.AtomicFile;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a gate, locked for as long as the gate is open.
 *
 * <pre>
 * lock                          locked while the gate is open; empty
 * generation-0123456789abcdef   a directory for each generation; names are never used again
 * complete                      one line: which generation has every key of the store, if one has
 * </pre>
 *
 * <p>The line is {@code bloomery-gate 1 running|closed generation-...}, or {@code bloomery-gate 2 running|closed generation-... epoch <number> <owner>} where the
 * store keeps an epoch, with the number in decimal and the owner in 16 hexadecimal digits.
 */
public final class GateDirectory implements AutoCloseable {
    private static final String LOCK = "lock";
    private static final String COMPLETE = "complete";
    private static final String GENERATION = "generation-";
    private static final Pattern LINE = Pattern.compile(
            "bloomery-gate [12] (running|closed) (generation-[0-9a-f]{16})(?: epoch ([0-9]{1,18}) ([0-9a-f]{16}))?\n");

    /**
     * Says that a generation has every key of the store.
     *
     * @param generation its name
     * @param closed true: if it was closed, and not before; false: also after a crash
     * @param epoch of the store, in which that is so; null if none was noted
     */
    public record Mark(
            String generation, boolean closed, @Nullable Epoch epoch) {
        private String line() {
            String named = (closed ? "closed " : "running ") + generation;
            return epoch == null
                    ? "bloomery-gate 1 " + named + "\n"
                    : "bloomery-gate 2 " + named + " epoch " + epoch.number() + " "
                            + HexFormat.of().toHexDigits(epoch.owner()) + "\n";
        }

        private static Mark of(Matcher line) {
            String number = line.group(3);
            Epoch epoch = number == null
                    ? null
                    : new Epoch(Long.parseLong(number), HexFormat.fromHexDigitsToLong(line.group(4)), false);
            return new Mark(line.group(2), line.group(1).equals("closed"), epoch);
        }
    }

    private final Disk disk = Disk.real();
    private final Path path;
    private final DiskFile lock;

    private GateDirectory(Path path, DiskFile lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Creates it if need be; its parent must be there. */
    public static GateDirectory open(Path path) {
        Disk disk = Disk.real();
        try {
            if (!disk.exists(path)) {
                disk.createDirectory(path);
                disk.syncDirectory(
                        Objects.requireNonNull(path.toAbsolutePath().getParent(), "a directory has a parent"));
            }
            return new GateDirectory(path, lock(disk, path));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static DiskFile lock(Disk disk, Path path) throws IOException {
        DiskFile lock = lockFile(disk, path.resolve(LOCK));
        if (!lock.tryLock()) {
            lock.close();
            throw new DirectoryInUseException(
                    path + " belongs to a gate that is open, in this process or another one; close it there, or use"
                            + " a directory for each gate");
        }
        return lock;
    }

    private static DiskFile lockFile(Disk disk, Path file) throws IOException {
        try {
            return disk.exists(file) ? disk.openToWrite(file) : disk.create(file);
        } catch (FileAlreadyExistsException createdMeanwhile) {
            return disk.openToWrite(file);
        }
    }

    /** A place for a generation, at which nothing is yet. */
    public Path newGeneration() {
        return path.resolve(GENERATION
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()));
    }

    public Path generation(String name) {
        return path.resolve(name);
    }

    /** Whether the snapshot of a durable filter is there; opening it would make an empty one else. */
    public static boolean hasFilter(Path generation) {
        Disk disk = Disk.real();
        try {
            return disk.isDirectory(generation)
                    && disk.list(generation).stream().anyMatch(name -> name.startsWith("snapshot-"));
        } catch (IOException failed) {
            return false;
        }
    }

    /** Deletes what other gates left behind. */
    public void deleteGenerationsBut(@Nullable String kept) {
        try {
            for (String name : disk.list(path)) {
                if (name.startsWith(GENERATION) && !name.equals(kept)) {
                    deleteTree(path.resolve(name));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A link is deleted, and not what it leads to. */
    public static void deleteTree(Path root) {
        Disk disk = Disk.real();
        try {
            disk.delete(root);
        } catch (NoSuchFileException gone) {
            return;
        } catch (DirectoryNotEmptyException full) {
            deleteWithContent(disk, root);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void deleteWithContent(Disk disk, Path directory) {
        try {
            for (String name : disk.list(directory)) {
                deleteTree(directory.resolve(name));
            }
            disk.delete(directory);
        } catch (NoSuchFileException gone) {
            return; // somebody else deletes it, too
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    // the mark

    /** The mark; one that cannot be read is none. */
    public Optional<Mark> mark() {
        Path file = path.resolve(COMPLETE);
        try {
            if (!disk.exists(file)) {
                return Optional.empty();
            }
            Matcher line = LINE.matcher(read(file));
            return line.matches() ? Optional.of(Mark.of(line)) : Optional.empty();
        } catch (IOException failed) {
            return Optional.empty();
        }
    }

    private String read(Path file) throws IOException {
        try (DiskFile opened = disk.openToRead(file);
                DiskInput in = new DiskInput(opened, 0)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** From the return on this is the mark, for certain. */
    public void setMark(Mark mark) {
        try {
            AtomicFile.replace(
                    disk, path.resolve(COMPLETE), out -> out.write(mark.line().getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** From the return on there is no mark, for certain. */
    public void clearMark() {
        Path file = path.resolve(COMPLETE);
        try {
            if (disk.exists(file)) {
                disk.delete(file);
            }
            disk.syncDirectory(path); // also if somebody else deleted it: that may not be on the disk yet
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    path + " still says that its filter is complete, and that cannot be changed; delete the directory"
                            + " before a gate is opened in it",
                    failed);
        }
    }

    /** Releases the lock. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
