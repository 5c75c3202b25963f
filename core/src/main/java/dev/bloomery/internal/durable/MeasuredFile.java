package dev.bloomery.internal.durable;

import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.jfr.JournalSync;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** The file of a journal, whose syncs are counted, timed, and told to the flight recorder. */
final class MeasuredFile implements DiskFile {
    private final DiskFile file;
    private final Path directory;
    private final DurableCounts counts;
    private final AtomicLong unsyncedBytes = new AtomicLong();

    MeasuredFile(DiskFile file, Path directory, DurableCounts counts) {
        this.file = file;
        this.directory = directory;
        this.counts = counts;
    }

    @Override
    public void sync() throws IOException {
        long bytes = unsyncedBytes.getAndSet(0);
        JournalSync event = JournalSync.begin();
        long begin = System.nanoTime();
        boolean succeeded = false;
        try {
            file.sync();
            succeeded = true;
        } finally {
            (succeeded ? counts.syncs : counts.failedSyncs).add(System.nanoTime() - begin);
            event.end(directory, bytes, succeeded);
        }
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        file.append(bytes);
        unsyncedBytes.addAndGet(length);
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
        int length = bytes.remaining();
        file.write(bytes, position);
        unsyncedBytes.addAndGet(length);
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return file.read(into, position);
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        file.truncate(size);
    }

    @Override
    public boolean tryLock() throws IOException {
        return file.tryLock();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
