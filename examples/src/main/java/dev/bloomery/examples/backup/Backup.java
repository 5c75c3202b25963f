package dev.bloomery.examples.backup;

import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Saves directories as chunks. Whether a chunk is stored already is asked of a gate: a no comes from its filter without an access to the
 * directory of chunks, a maybe is looked up there. So nothing is stored twice, and nothing is left out. For one thread.
 */
final class Backup implements AutoCloseable {
    private final ChunkStore store;
    private final LoadingGate<String, Path> chunks;

    /**
     * Opens a directory of chunks, which may have some.
     *
     * @param mostChunks for which the filter is made
     */
    Backup(Path directory, long mostChunks, double targetFpp) {
        store = new ChunkStore(directory);
        chunks = LoadingGate.over(store, KeyEncoder.utf8(), BloomSpec.of(mostChunks, targetFpp))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {});
    }

    /**
     * What was saved; whoever wants to restore it later keeps it.
     *
     * @param files the chunks of each file, by its path in the directory
     * @param chunks in all files
     * @param newChunks of these, chunks that were stored
     * @param newBytes in them
     */
    record Saved(Map<String, List<String>> files, long chunks, long newChunks, long newBytes) {}

    Saved save(Path directory) throws IOException {
        Map<String, List<String>> files = new LinkedHashMap<>();
        long all = 0;
        long newChunks = 0;
        long newBytes = 0;
        for (Path file : filesIn(directory)) {
            byte[] bytes = Files.readAllBytes(file);
            List<String> ids = new ArrayList<>();
            for (int from = 0; from < bytes.length; ) {
                int end = Chunker.end(bytes, from);
                byte[] chunk = Arrays.copyOfRange(bytes, from, end);
                String id = sha256(chunk);
                if (chunks.get(id).isEmpty()) {
                    chunks.writing(id, () -> store.write(id, chunk));
                    newChunks++;
                    newBytes += chunk.length;
                }
                ids.add(id);
                from = end;
            }
            all += ids.size();
            files.put(directory.relativize(file).toString(), ids);
        }
        return new Saved(files, all, newChunks, newBytes);
    }

    void restore(Saved saved, Path directory) throws IOException {
        for (Map.Entry<String, List<String>> entry : saved.files.entrySet()) {
            Path file = directory.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.createFile(file);
            for (String id : entry.getValue()) {
                byte[] chunk = Files.readAllBytes(chunks.get(id).orElseThrow());
                if (!sha256(chunk).equals(id)) {
                    throw new IOException("chunk " + id + " is damaged");
                }
                Files.write(file, chunk, StandardOpenOption.APPEND);
            }
        }
    }

    boolean isStored(String id) {
        return chunks.get(id).isPresent();
    }

    /** How often the directory of chunks was asked. */
    GateStatistics statistics() {
        return chunks.statistics();
    }

    static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static String sha256(byte[] chunk) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(chunk));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    @Override
    public void close() {
        chunks.close();
    }
}
