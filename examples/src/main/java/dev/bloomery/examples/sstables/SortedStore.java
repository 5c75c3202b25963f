package dev.bloomery.examples.sstables;

import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Longs with values in a directory: new ones are in memory until {@link #flush} makes a sorted file of them. A lookup hashes the key once and asks the
 * filter of each file, the newest first; only a file whose filter says maybe is read. Answers are exact. For one thread.
 */
final class SortedStore implements AutoCloseable {
    private final Path directory;
    private final double targetFpp;
    private final Seed seed;
    private final List<Table> newestFirst = new ArrayList<>();
    private final TreeMap<Long, Long> inMemory = new TreeMap<>();
    private long asked;
    private long reads;
    private long readsInVain;
    private long readNanos;

    /** Opens what is in the directory. */
    SortedStore(Path directory, double targetFpp) throws IOException {
        this.directory = directory;
        this.targetFpp = targetFpp;
        seed = seed(directory.resolve("seed"));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path path : files.filter(file -> file.toString().endsWith(".tbl"))
                    .sorted()
                    .toList()) {
                newestFirst.add(0, Table.open(path, seed, targetFpp));
            }
        }
    }

    /** The secret of the store, from which all its filters hash. */
    private static Seed seed(Path file) throws IOException {
        if (Files.notExists(file)) {
            Files.writeString(file, Seed.random().toHex());
        }
        return Seed.fromHex(Files.readString(file));
    }

    void put(long key, long value) {
        inMemory.put(key, value);
    }

    /** Writes what is in memory to a file of its own. */
    void flush() throws IOException {
        Path path = directory.resolve(String.format(Locale.ROOT, "%06d.tbl", newestFirst.size()));
        SortedFile.write(path, inMemory);
        newestFirst.add(0, Table.open(path, seed, targetFpp));
        inMemory.clear();
    }

    OptionalLong get(long key) throws IOException {
        Long recent = inMemory.get(key);
        if (recent != null) {
            return OptionalLong.of(recent);
        }
        if (newestFirst.isEmpty()) {
            return OptionalLong.empty();
        }
        long hash = newestFirst.get(0).hash(key);
        for (Table table : newestFirst) {
            asked++;
            if (table.mightContainHash(hash)) {
                reads++;
                readNanos -= System.nanoTime();
                OptionalLong value = table.get(key);
                readNanos += System.nanoTime();
                if (value.isPresent()) {
                    return value;
                }
                readsInVain++;
            }
        }
        return OptionalLong.empty();
    }

    /** Filters asked: as many reads as there would be without them. */
    long asked() {
        return asked;
    }

    /** Files read. */
    long reads() {
        return reads;
    }

    /** Files read that did not have the key: false positives. */
    long readsInVain() {
        return readsInVain;
    }

    /** Time spent in reads. */
    long readNanos() {
        return readNanos;
    }

    long filterBytes() {
        return newestFirst.stream().mapToLong(Table::filterBytes).sum();
    }

    @Override
    public void close() throws IOException {
        for (Table table : newestFirst) {
            table.close();
        }
    }
}
