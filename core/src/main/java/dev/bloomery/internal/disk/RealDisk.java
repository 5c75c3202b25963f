package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The disks of this machine, by way of {@code java.nio}. */
final class RealDisk implements Disk {
    static final RealDisk INSTANCE = new RealDisk();

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private RealDisk() {}

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        // a path may be of another file system than the default one
        return POSIX && path.getFileSystem() == FileSystems.getDefault()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new RealFile(FileChannel.open(file, options, ownerOnly(file, "rw-------")));
    }

    @Override
    public DiskFile openToRead(Path file) throws IOException {
        return new RealFile(FileChannel.open(file, StandardOpenOption.READ));
    }

    @Override
    public DiskFile openToWrite(Path file) throws IOException {
        return new RealFile(FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.delete(file);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        if (!POSIX) {
            return; // a directory cannot be opened there, and needs no sync
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        Path unused = Files.createDirectory(directory, ownerOnly(directory, "rwx------"));
    }

    @Override
    public boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
