package dev.bloomery.cli.filter;

import dev.bloomery.AddableFilter;
import dev.bloomery.HeapFilter;
import dev.bloomery.spec.SeededSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A new filter and the place where it will be. */
public abstract sealed class FilterTarget implements AutoCloseable {

    /** A file, which is there once it is saved. */
    public static FilterTarget inFile(Path file, SeededSpec spec) {
        return new InFile(file, NewFilter.empty(spec.spec(), spec.seed()));
    }

    /** A directory, which is there at once. */
    public static FilterTarget inDirectory(Path directory, SeededSpec spec, boolean keepHashes) throws IOException {
        return new InDirectory(DurableDirectory.create(directory, spec.spec(), spec.seed(), keepHashes));
    }

    public abstract AddableFilter<ByteBuffer> filter();

    /** Puts the filter there. */
    public abstract void save() throws IOException;

    @Override
    public abstract void close();

    private static final class InFile extends FilterTarget {
        private final Path file;
        private final HeapFilter<ByteBuffer> filter;

        InFile(Path file, HeapFilter<ByteBuffer> filter) {
            this.file = file;
            this.filter = filter;
        }

        @Override
        public AddableFilter<ByteBuffer> filter() {
            return filter;
        }

        @Override
        public void save() throws IOException {
            FilterFile.write(filter, file);
        }

        @Override
        public void close() {}
    }

    private static final class InDirectory extends FilterTarget {
        private final DurableDirectory directory;

        InDirectory(DurableDirectory directory) {
            this.directory = directory;
        }

        @Override
        public AddableFilter<ByteBuffer> filter() {
            return directory.filter();
        }

        @Override
        public void save() {
            directory.sync();
        }

        @Override
        public void close() {
            directory.close();
        }
    }
}
