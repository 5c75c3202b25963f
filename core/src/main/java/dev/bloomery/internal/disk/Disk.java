package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Files and directories, as far as the library needs them.
 *
 * <p>What was written survives the death of the process, but that of the machine only after {@link DiskFile#sync}. A file that was created,
 * renamed or deleted is so for certain only after {@link #syncDirectory}. <b>A sync that failed is never tried again</b>: the system may
 * have dropped what it could not write, and a second one that succeeds would say nothing about it.
 */
public interface Disk {

    /** The disks of this machine. */
    static Disk real() {
        return RealDisk.INSTANCE;
    }

    /**
     * A new, empty file that only its owner can read and write, from the first moment on where the file system knows of owners.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one of that name
     */
    DiskFile create(Path file) throws IOException;

    /** A file that is there, to be read. */
    DiskFile openToRead(Path file) throws IOException;

    /** A file that is there, to be read, cut, appended to and written over. */
    DiskFile openToWrite(Path file) throws IOException;

    /** Gives a file another name in the same directory, in one step, over what has that name. */
    void rename(Path from, Path to) throws IOException;

    void delete(Path file) throws IOException;

    /** What was created, renamed and deleted in the directory stays so. */
    void syncDirectory(Path directory) throws IOException;

    /** A directory that only its owner can enter; its parent must be there. */
    void createDirectory(Path directory) throws IOException;

    boolean isDirectory(Path path);

    boolean exists(Path path);

    /** Whether this process may write to it, as far as that can be known beforehand. */
    default boolean isWritable(Path path) {
        return exists(path);
    }

    /** The names of what is in a directory, in order. */
    List<String> list(Path directory) throws IOException;
}
