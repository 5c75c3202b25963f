package dev.bloomery.examples.sstables;

import dev.bloomery.Filters;
import dev.bloomery.MappedFilter;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A sorted file and its filter, which lies beside it and is mapped: it takes no heap. A filter that is missing or damaged is made again. */
final class Table implements AutoCloseable {
    private final SortedFile file;
    private final MappedFilter<Long> filter;

    private Table(SortedFile file, MappedFilter<Long> filter) {
        this.file = file;
        this.filter = filter;
    }

    /** @param seed that of all tables, so that a hash means the same in each */
    static Table open(Path path, Seed seed, double targetFpp) throws IOException {
        SortedFile file = SortedFile.open(path);
        Path snapshot = path.resolveSibling(path.getFileName() + ".flt");
        try {
            return new Table(file, map(snapshot, seed));
        } catch (NoSuchFileException | SnapshotException unusable) {
            // the keys of a file do not change, so a fuse filter does, in the least memory
            Filters.fuse(KeyEncoder.int64())
                    .targetFpp(targetFpp)
                    .seed(seed)
                    .buildLongs(file.keys())
                    .snapshot()
                    .withoutSeed()
                    .to(snapshot);
            return new Table(file, map(snapshot, seed));
        }
    }

    private static MappedFilter<Long> map(Path snapshot, Seed seed) throws IOException {
        return Filters.load(KeyEncoder.int64()).seed(seed).from(snapshot).mapped();
    }

    long hash(long key) {
        return filter.hashLong(key);
    }

    boolean mightContainHash(long hash) {
        return filter.mightContainHash(hash);
    }

    /** Reads the file. */
    OptionalLong get(long key) throws IOException {
        return file.get(key);
    }

    long filterBytes() {
        return filter.info().fileBytes();
    }

    @Override
    public void close() throws IOException {
        filter.close();
        file.close();
    }
}
