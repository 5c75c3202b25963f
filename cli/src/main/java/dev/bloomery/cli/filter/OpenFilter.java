package dev.bloomery.cli.filter;

import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.file.Progress;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A filter from a file or a directory, of whatever kind, to be asked or changed. */
public abstract sealed class OpenFilter implements AutoCloseable {

    /** To be asked only: a file may be in use by others at the same time, a directory not. */
    public static OpenFilter toAsk(Path path, KeyEncoder<ByteBuffer> encoder, Progress progress) throws IOException {
        return Files.isDirectory(path) ? new InDirectory(path, encoder) : new ReadOnly(load(path, encoder, progress));
    }

    /** To be changed: nobody else may change it until it is closed. */
    public static OpenFilter toChange(Path path, KeyEncoder<ByteBuffer> encoder, Progress progress) throws IOException {
        return Files.isDirectory(path) ? new InDirectory(path, encoder) : new InFile(path, encoder, progress);
    }

    private static Snapshotable<ByteBuffer> load(Path file, KeyEncoder<ByteBuffer> encoder, Progress progress)
            throws IOException {
        return Filters.load(encoder).onProgress(progress).from(file).any();
    }

    /** The filter. */
    public abstract HashedFilter<ByteBuffer> filter();

    /** Puts what was changed where it stays, whole or not at all. */
    public abstract void save() throws IOException;

    /** Without saving. */
    @Override
    public abstract void close() throws IOException;

    private static final class ReadOnly extends OpenFilter {
        private final HashedFilter<ByteBuffer> filter;

        ReadOnly(HashedFilter<ByteBuffer> filter) {
            this.filter = filter;
        }

        @Override
        public HashedFilter<ByteBuffer> filter() {
            return filter;
        }

        @Override
        public void save() {
            throw new IllegalStateException("opened to be asked only");
        }

        @Override
        public void close() {}
    }

    private static final class InFile extends OpenFilter {
        private final Path file;
        private final FileClaim claim;
        private final Snapshotable<ByteBuffer> filter;

        InFile(Path file, KeyEncoder<ByteBuffer> encoder, Progress progress) throws IOException {
            this.file = file;
            claim = FileClaim.of(file);
            try {
                filter = load(file, encoder, progress);
            } catch (IOException | RuntimeException failed) {
                claim.close();
                throw failed;
            }
        }

        @Override
        public HashedFilter<ByteBuffer> filter() {
            return filter;
        }

        @Override
        public void save() throws IOException {
            FilterFile.write(filter, file);
        }

        @Override
        public void close() throws IOException {
            claim.close();
        }
    }

    private static final class InDirectory extends OpenFilter {
        private final DurableDirectory directory;

        InDirectory(Path path, KeyEncoder<ByteBuffer> encoder) throws IOException {
            directory = DurableDirectory.open(path, encoder);
        }

        @Override
        public HashedFilter<ByteBuffer> filter() {
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
