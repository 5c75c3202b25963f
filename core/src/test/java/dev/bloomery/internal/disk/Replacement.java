package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** A way to replace a file: {@link AtomicFile#replace}, and ways that are wrong in one place each and that tests must notice. */
@FunctionalInterface
interface Replacement {

    void replace(Disk disk, Path file, AtomicFile.Content content) throws IOException;

    private static void write(DiskFile file, AtomicFile.Content content) throws IOException {
        DiskOutput out = new DiskOutput(file);
        content.writeTo(out);
        out.flush();
    }

    private static Path directory(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    private static Path temporary(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".0123456789abcdef.tmp");
    }

    /** Right but for a temporary file that stays when something fails. */
    static void withoutCleanup(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        if (disk.exists(temporary(file))) {
            disk.delete(temporary(file));
        }
        try (DiskFile written = disk.create(temporary(file))) {
            write(written, content);
            written.sync();
        }
        disk.rename(temporary(file), file);
        disk.syncDirectory(directory(file));
    }

    static void withoutSync(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        try (DiskFile written = disk.create(temporary(file))) {
            write(written, content);
        }
        disk.rename(temporary(file), file);
        disk.syncDirectory(directory(file));
    }

    static void withSyncAfterRename(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        try (DiskFile written = disk.create(temporary(file))) {
            write(written, content);
            disk.rename(temporary(file), file);
            written.sync();
        }
        disk.syncDirectory(directory(file));
    }

    static void withoutDirectorySync(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        try (DiskFile written = disk.create(temporary(file))) {
            write(written, content);
            written.sync();
        }
        disk.rename(temporary(file), file);
    }

    static void withDeleteBeforeRename(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        try (DiskFile written = disk.create(temporary(file))) {
            write(written, content);
            written.sync();
        }
        disk.delete(file);
        disk.rename(temporary(file), file);
        disk.syncDirectory(directory(file));
    }

    static void inPlace(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        try (DiskFile written = disk.openToWrite(file)) {
            written.truncate(0);
            write(written, content);
            written.sync();
        }
    }

    /** Takes a second sync that succeeds for a proof, though the first one failed. */
    static void withSyncTriedAgain(Disk disk, Path file, AtomicFile.Content content) throws IOException {
        try (DiskFile written = disk.create(temporary(file))) {
            write(written, content);
            try {
                written.sync();
            } catch (IOException again) {
                written.sync();
            }
        }
        disk.rename(temporary(file), file);
        disk.syncDirectory(directory(file));
    }
}
