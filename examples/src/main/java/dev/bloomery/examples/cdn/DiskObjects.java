package dev.bloomery.examples.cdn;

import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Cached objects as files of a directory, named by their paths, which begin with a slash. No index of them is kept in memory. */
final class DiskObjects implements Loader<String, byte[]> {
    private static final String UNFINISHED = "unfinished";

    private final Path directory;
    private final int most;
    private int objects;
    private long reads;
    private long writes;

    /** @param most so many objects fit */
    DiskObjects(Path directory, int most) {
        this.directory = directory;
        this.most = most;
        objects = files().size();
    }

    @Override
    public Optional<byte[]> load(String path) {
        reads++;
        try {
            return Optional.of(Files.readAllBytes(file(path)));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new StoreException("the cache directory cannot be read", failed);
        }
    }

    @Override
    public long scan(Consumer<? super String> sink) {
        List<Path> files = files();
        files.forEach(file -> sink.accept(path(file)));
        return files.size();
    }

    /** A tenth of the objects, the oldest, if there is no room for one more; else none. */
    List<String> surplus() {
        if (objects < most) {
            return List.of();
        }
        return files().stream()
                .map(file -> Map.entry(file.toFile().lastModified(), path(file)))
                .sorted(Map.Entry.comparingByKey())
                .limit(most / 10 + 1)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Writes an object that is not there. */
    void write(String path, byte[] object) {
        try {
            Path unfinished = directory.resolve(UNFINISHED);
            Files.write(unfinished, object);
            Files.move(unfinished, file(path), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new StoreException("the cache directory cannot be written", failed);
        }
        writes++;
        objects++;
    }

    void delete(String path) {
        try {
            Files.delete(file(path));
        } catch (IOException failed) {
            throw new StoreException("the cache directory cannot be written", failed);
        }
        objects--;
    }

    /** How often the disk was asked for an object. */
    long reads() {
        return reads;
    }

    long writes() {
        return writes;
    }

    private Path file(String path) {
        return directory.resolve(URLEncoder.encode(path, StandardCharsets.UTF_8));
    }

    private static String path(Path file) {
        return URLDecoder.decode(file.getFileName().toString(), StandardCharsets.UTF_8);
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> !file.endsWith(UNFINISHED)).toList();
        } catch (IOException failed) {
            throw new StoreException("the cache directory cannot be listed", failed);
        }
    }
}
