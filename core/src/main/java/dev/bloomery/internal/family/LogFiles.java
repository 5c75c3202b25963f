package dev.bloomery.internal.family;

import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.NotASnapshotException;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The logs in a directory, and what they say about how the family ended. */
final class LogFiles {
    private static final Pattern NAME = Pattern.compile("stripe-(\\d\\d)\\.(\\d{1,18})\\.log");

    private final Disk disk;
    private final Path directory;
    private final List<List<Long>> generations = new ArrayList<>();

    private LogFiles(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    static LogFiles in(Disk disk, Path directory) throws IOException {
        LogFiles files = new LogFiles(disk, directory);
        for (int i = 0; i < 100; i++) {
            files.generations.add(new ArrayList<>());
        }
        for (String name : disk.list(directory)) {
            Matcher matcher = NAME.matcher(name);
            if (matcher.matches()) {
                files.generations.get(Integer.parseInt(matcher.group(1))).add(Long.parseLong(matcher.group(2)));
            }
        }
        return files;
    }

    /** Where no family is, there must be no logs either: they would be those of one that lost its manifest. */
    static void requireNone(Disk disk, Path directory) throws IOException {
        for (String name : disk.list(directory)) {
            if (NAME.matcher(name).matches()) {
                throw new NotASnapshotException(directory + " has logs of a family, but its file '" + Manifest.FILE
                        + "' is missing; restore a copy of the whole directory, or give an empty one");
            }
        }
    }

    /** The highest generation of a stripe, 0 if it has no file. */
    long newest(int stripe) {
        return generations.get(stripe).stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /**
     * Whether the log is as it was at the checkpoint: then it has everything. One that is longer, or of a later generation, was written
     * to since.
     *
     * @throws DamagedSnapshotException if it is shorter or missing, which no crash can do
     */
    boolean isComplete(int stripe, Checkpoint last) throws IOException {
        if (newest(stripe) > last.generation()) {
            return false;
        }
        if (last.length() == 0) {
            return true;
        }
        Path path = directory.resolve(StripeLog.fileName(stripe, last.generation()));
        if (newest(stripe) < last.generation()) {
            throw new DamagedSnapshotException(
                    "log " + path + " is missing; restore a copy of the whole directory, or begin with a new one");
        }
        long size;
        try (DiskFile file = disk.openToRead(path)) {
            size = file.size();
        }
        if (size < last.length()) {
            throw new DamagedSnapshotException("log " + path + " has " + size + " bytes, of " + last.length()
                    + "; restore a copy of the whole directory, or begin with a new one");
        }
        return size == last.length();
    }

    /** Deletes what a later generation has replaced. */
    void deleteOlder(int stripe, long generation) throws IOException {
        for (long older : generations.get(stripe)) {
            if (older < generation) {
                disk.delete(directory.resolve(StripeLog.fileName(stripe, older)));
            }
        }
    }
}
