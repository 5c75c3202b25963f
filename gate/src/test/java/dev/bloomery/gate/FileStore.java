package dev.bloomery.gate;

import dev.bloomery.gate.store.KeyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A store that survives the death of its process: a file to which each write appends the key, or its complement if it was deleted. */
final class FileStore implements KeyStore<Long>, AutoCloseable {
    private final Set<Long> keys = new HashSet<>();
    private final FileChannel file;

    FileStore(Path path) throws IOException {
        if (Files.exists(path)) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
            while (bytes.remaining() >= Long.BYTES) {
                long key = bytes.getLong();
                boolean unused = key >= 0 ? keys.add(key) : keys.remove(~key);
            }
        }
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void append(long word) {
        try {
            file.write(ByteBuffer.allocate(Long.BYTES).putLong(word).flip());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    synchronized Set<Long> keys() {
        return Set.copyOf(keys);
    }

    @Override
    public synchronized boolean contains(Long key) {
        return keys.contains(key);
    }

    @Override
    public synchronized boolean insert(Long key) {
        if (!keys.add(key)) {
            return false;
        }
        append(key);
        return true;
    }

    @Override
    public synchronized boolean delete(Long key) {
        if (!keys.remove(key)) {
            return false;
        }
        append(~key);
        return true;
    }

    @Override
    public boolean replace(Long oldKey, Long newKey) {
        throw new AssertionError("nobody does that here");
    }

    @Override
    public long scan(Consumer<? super Long> sink) {
        List<Long> all = List.copyOf(keys());
        all.forEach(sink);
        return all.size();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
