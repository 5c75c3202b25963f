package dev.bloomery.cli.filter;

import dev.bloomery.Snapshotable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A filter in a file of its own. */
public final class FilterFile {

    private FilterFile() {}

    /** Replaces the file in one step; a failure names it, and leaves what was there. */
    public static void write(Snapshotable<?> filter, Path file) throws IOException {
        try {
            filter.snapshotTo(file);
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException failed) { // a write that failed says why, and not where
            throw new IOException(file + ": " + failed.getMessage(), failed);
        }
    }
}
