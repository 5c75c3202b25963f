package dev.bloomery.internal.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Replaces a file as a whole: whoever opens it finds the old content or the new one, never a mixture, also after a crash at any moment.
 *
 * <p>The new content goes to a temporary file beside it, <code>.name.hex.tmp</code>, which is synced and then renamed; then the
 * directory is synced. If any step fails, the old file is as it was and the temporary one is deleted. One that a killed process left behind
 * is deleted by the next replacement: it is known by its lock, which died with the process.
 */
public final class AtomicFile {
    private static final String SUFFIX = ".tmp";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Writes the new content. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private AtomicFile() {}

    /** When it returns, the file has the new content for certain. If the last sync fails, it throws and has one of the two. */
    public static void replace(Disk disk, Path file, Content content) throws IOException {
        Path directory = directoryOf(file);
        String prefix = "." + name(file) + ".";
        deleteLeftBehind(disk, directory, prefix);
        byte[] random = new byte[8];
        RANDOM.nextBytes(random);
        Path temporary = directory.resolve(prefix + HexFormat.of().formatHex(random) + SUFFIX);
        DiskFile written = disk.create(temporary);
        try {
            try (written) {
                boolean unused = written.tryLock();
                DiskOutput out = new DiskOutput(written);
                content.writeTo(out);
                out.flush();
                written.sync();
            }
            disk.rename(temporary, file);
        } catch (Throwable failed) {
            deleteQuietly(disk, temporary, failed);
            throw failed;
        }
        disk.syncDirectory(directory);
    }

    private static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return Objects.requireNonNull(parent, "a file has a directory");
    }

    private static String name(Path file) {
        return Objects.requireNonNull(file.getFileName(), "a file has a name").toString();
    }

    private static void deleteLeftBehind(Disk disk, Path directory, String prefix) throws IOException {
        for (String name : disk.list(directory)) {
            if (name.startsWith(prefix) && name.endsWith(SUFFIX) && isUnlocked(disk, directory.resolve(name))) {
                disk.delete(directory.resolve(name));
            }
        }
    }

    /** Nobody is writing it. One that is gone meanwhile, or of someone else, counts as locked. */
    private static boolean isUnlocked(Disk disk, Path file) {
        try (DiskFile left = disk.openToWrite(file)) {
            return left.tryLock();
        } catch (IOException notOurs) {
            return false;
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
