package dev.bloomery.internal.journal;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads journals back, as a list of operations: hashes that were added, negative ones that were removed, and 0 for a clear. */
final class Written implements Operations {
    static final Path DIRECTORY = Path.of("/journals");
    static final Path FILE = DIRECTORY.resolve("journal");
    static final JournalHeader HEADER = new JournalHeader(7, 100, 0xC0FFEE, false);

    final List<Long> operations = new ArrayList<>();

    @Override
    public void add(long[] hashes, int count) {
        for (int i = 0; i < count; i++) {
            operations.add(hashes[i]);
        }
    }

    @Override
    public void remove(long[] hashes, int count) {
        for (int i = 0; i < count; i++) {
            operations.add(-hashes[i]);
        }
    }

    @Override
    public void clear() {
        operations.add(0L);
    }

    @Override
    public void time(long millis) {
        operations.add(millis);
    }

    static Journal begin(Disk disk) throws IOException {
        return new Journal(create(disk, FILE, HEADER), HEADER, System::nanoTime);
    }

    static DiskFile create(Disk disk, Path path, JournalHeader header) throws IOException {
        DiskFile file = disk.create(path);
        file.append(ByteBuffer.wrap(Journal.beginning(header)));
        file.sync();
        return file;
    }

    static JournalEnd read(Disk disk, Written into) throws IOException {
        try (DiskFile file = disk.openToRead(FILE)) {
            JournalHeader header = JournalHeader.read(file, "journal").orElseThrow();
            return JournalReader.read(file, "journal", header, into, bytes -> {});
        }
    }

    static JournalEnd read(byte[] content, Written into) throws IOException {
        return read(SimulatedDisk.with(DIRECTORY).put(FILE, content), into);
    }

    static void add(Journal journal, long hash) throws IOException {
        journal.lock(1);
        try {
            journal.append(RecordType.ADD, hash);
        } finally {
            journal.unlock();
        }
    }

    static void remove(Journal journal, long hash) throws IOException {
        journal.lock(1);
        try {
            journal.append(RecordType.REMOVE, hash);
        } finally {
            journal.unlock();
        }
    }
}
