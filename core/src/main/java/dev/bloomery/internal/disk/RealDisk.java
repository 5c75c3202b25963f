package dev.bloomery.internal.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
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

    /** A path may be of another file system than the default one. */
    private static boolean isPosix(Path path) {
        return POSIX && path.getFileSystem() == FileSystems.getDefault();
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static DiskFile open(Path file, Set<OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (!isPosix(file)) {
            return new ChannelFile(FileChannel.open(file, options, attributes));
        }
        AsynchronousFileChannel channel =
                AsynchronousFileChannel.open(file, options, CallingThread.INSTANCE, attributes);
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            if (found.isDirectory()) {
                throw new FileSystemException(file.toString(), null, "Is a directory");
            }
            return new PosixFile(channel, found.fileKey());
        } catch (Throwable failed) {
            channel.close();
            throw failed;
        }
    }

    /** A file of its owner alone, which is gone when it is closed; where the system allows it, it has no name from now on. */
    static DiskFile temporary(Path directory, String prefix, String suffix) throws IOException {
        Path path = Files.createTempFile(directory, prefix, suffix); // for its owner only
        Set<OpenOption> options =
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            return isPosix(path)
                    ? new PosixFile(AsynchronousFileChannel.open(path, options, CallingThread.INSTANCE), new Object())
                    : new ChannelFile(FileChannel.open(path, options));
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(path);
            throw failed;
        }
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        return open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                ownerOnly(file, "rw-------"));
    }

    @Override
    public DiskFile openToRead(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ));
    }

    @Override
    public DiskFile openToWrite(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
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
        if (!isPosix(directory)) {
            return; // a directory cannot be opened there, and needs no sync
        }
        try (AsynchronousFileChannel channel =
                AsynchronousFileChannel.open(directory, Set.of(StandardOpenOption.READ), CallingThread.INSTANCE)) {
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
    public boolean isWritable(Path path) {
        return Files.isWritable(path);
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }
}
