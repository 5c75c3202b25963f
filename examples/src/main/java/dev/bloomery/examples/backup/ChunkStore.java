package dev.bloomery.examples.backup;

import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A directory of chunks, each a file named by the SHA-256 of its content. */
final class ChunkStore implements Loader<String, Path> {
    private static final String UNFINISHED = "unfinished";

    private final Path directory;

    ChunkStore(Path directory) {
        this.directory = directory;
    }

    /** The file of a chunk, if it is there. */
    @Override
    public Optional<Path> load(String id) {
        Path file = directory.resolve(id);
        return Files.exists(file) ? Optional.of(file) : Optional.empty();
    }

    @Override
    public long scan(Consumer<? super String> sink) {
        try (Stream<Path> all = Files.list(directory)) {
            List<String> ids = all.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(UNFINISHED))
                    .toList();
            ids.forEach(sink);
            return ids.size();
        } catch (IOException failed) {
            throw new StoreException("the directory of chunks cannot be listed", failed);
        }
    }

    /** The chunk is there as a whole, or not at all. */
    void write(String id, byte[] chunk) {
        try {
            Path unfinished = directory.resolve(UNFINISHED);
            Files.write(unfinished, chunk);
            Files.move(unfinished, directory.resolve(id), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new StoreException("the directory of chunks cannot be written", failed);
        }
    }
}
