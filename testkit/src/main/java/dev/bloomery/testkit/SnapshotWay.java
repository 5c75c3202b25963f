package dev.bloomery.testkit;

import dev.bloomery.MembershipFilter;
import dev.bloomery.SnapshotLoader;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A way to hand a snapshot to a loader. */
public enum SnapshotWay {
    ARRAY {
        @Override
        public <K> MembershipFilter<K> load(SnapshotLoader<K> loader, byte[] bytes, Path file) throws IOException {
            return loader.from(bytes).any();
        }
    },
    STREAM {
        @Override
        public <K> MembershipFilter<K> load(SnapshotLoader<K> loader, byte[] bytes, Path file) throws IOException {
            return loader.from(new ByteArrayInputStream(bytes)).any();
        }
    },
    STREAM_WITH_LENGTH {
        @Override
        public <K> MembershipFilter<K> load(SnapshotLoader<K> loader, byte[] bytes, Path file) throws IOException {
            return loader.from(new ByteArrayInputStream(bytes), bytes.length).any();
        }
    },
    STREAM_BYTE_BY_BYTE {
        @Override
        public <K> MembershipFilter<K> load(SnapshotLoader<K> loader, byte[] bytes, Path file) throws IOException {
            return loader.from(new Drops(bytes)).any();
        }
    },
    FILE {
        @Override
        public <K> MembershipFilter<K> load(SnapshotLoader<K> loader, byte[] bytes, Path file) throws IOException {
            Path unused = Files.write(file, bytes);
            return loader.from(file).any();
        }
    };

    /**
     * Opens the snapshot.
     *
     * @param file may be written
     */
    public abstract <K> MembershipFilter<K> load(SnapshotLoader<K> loader, byte[] bytes, Path file) throws IOException;

    /** Gives at most one byte a read, and says that there are many. */
    private static final class Drops extends FilterInputStream {
        Drops(byte[] bytes) {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            return super.read(into, from, Math.min(1, length));
        }

        @Override
        public int available() {
            return Integer.MAX_VALUE;
        }
    }
}
