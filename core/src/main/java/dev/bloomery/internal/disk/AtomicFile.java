package dev.bloomery.internal.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Replaces a file as a whole: whoever opens it finds the old content or the new one, never a mixture, also after a crash at any moment.
 *
 * <p>The new content goes to a temporary file beside it, <code>.name.hex.tmp</code>, which is synced and then renamed; then the
 * directory is synced. If any step fails, the old file is as it was and the temporary one is deleted. One that a killed process left behind
 * is deleted by the next replacement: it is known by its lock, which died with the process. A symbolic link is replaced, not followed.
 */
public final class AtomicFile {
    private static final int RANDOM_BYTES = 8;
    private static final int MOST_TRIES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Writes the new content. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A file that nobody else takes for left behind, because its lock is held from before the first byte until after the rename. */
    private record Temporary(Path path, DiskFile file) {}

    private AtomicFile() {}

    /** When it returns, the file has the new content for certain. If it fails after the rename, the file has one of the two. */
    public static void replace(Disk disk, Path file, Content content) throws IOException {
        Path directory = directoryOf(file);
        requirePlace(disk, directory, file);
        deleteLeftBehind(disk, directory, name(file));
        Temporary temporary = createTemporary(disk, directory, name(file));
        try (DiskFile written = temporary.file) {
            DiskOutput out = new DiskOutput(written);
            content.writeTo(out);
            out.flush();
            written.sync();
            disk.rename(temporary.path, file);
        } catch (Throwable failed) {
            deleteQuietly(disk, temporary.path, failed);
            throw failed;
        }
        disk.syncDirectory(directory);
    }

    /** Whatever else is wrong with it, the system says when it is written. */
    private static void requirePlace(Disk disk, Path directory, Path file) throws IOException {
        if (!disk.isDirectory(directory)) {
            throw disk.exists(directory)
                    ? new NotDirectoryException(file + ": " + directory + " is no directory; give another path")
                    : new NoSuchFileException(
                            file.toString(), null, "the directory " + directory + " does not exist; create it first");
        }
        if (disk.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory; give the path of a file in it");
        }
    }

    private static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return Objects.requireNonNull(parent, "a file has a directory");
    }

    private static String name(Path file) {
        return Objects.requireNonNull(file.getFileName(), "a file has a name").toString();
    }

    /** Between its creation and its lock another replacement may take the file for one left behind, so it may take a second try. */
    private static Temporary createTemporary(Disk disk, Path directory, String name) throws IOException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            byte[] random = new byte[RANDOM_BYTES];
            RANDOM.nextBytes(random);
            Path path = directory.resolve("." + name + "." + HexFormat.of().formatHex(random) + ".tmp");
            DiskFile file = disk.create(path);
            boolean ours = false;
            try {
                ours = file.tryLock() && disk.exists(path);
                if (ours) {
                    return new Temporary(path, file);
                }
            } finally {
                if (!ours) {
                    discard(disk, path, file);
                }
            }
        }
        throw new FileSystemException(
                directory.resolve(name).toString(),
                null,
                "cannot be replaced in one step: its file system shows a new file only when it is closed, or others delete it;"
                        + " write it as a stream");
    }

    private static void discard(Disk disk, Path path, DiskFile file) {
        try {
            file.close();
            disk.delete(path);
        } catch (IOException failed) {
            // the next replacement deletes it
        }
    }

    /** As far as it can: what cannot be deleted is no reason to keep the old content. */
    private static void deleteLeftBehind(Disk disk, Path directory, String name) throws IOException {
        Pattern temporary =
                Pattern.compile("\\." + Pattern.quote(name) + "\\.[0-9a-f]{" + 2 * RANDOM_BYTES + "}\\.tmp");
        for (String found : disk.list(directory)) {
            if (temporary.matcher(found).matches()) {
                deleteUnlocked(disk, directory.resolve(found));
            }
        }
    }

    private static void deleteUnlocked(Disk disk, Path file) {
        try (DiskFile left = disk.openToWrite(file)) {
            if (left.tryLock()) {
                disk.delete(file); // under the lock, so that nobody begins to write it
            }
        } catch (IOException goneOrNotOurs) {
            // the next replacement tries again
        }
    }

    private static void deleteQuietly(Disk disk, Path file, Throwable because) {
        try {
            disk.delete(file);
        } catch (IOException failed) {
            because.addSuppressed(failed);
        }
    }
}
