package dev.bloomery.internal.durable;

import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskOutput;
import dev.bloomery.internal.journal.Operations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes the hashes of adds to a file: eight bytes each, the lowest first. */
public final class HashDump implements Operations {
    private final DiskFile file;
    private final DiskOutput out;

    public HashDump(DiskFile file) {
        this.file = file;
        this.out = new DiskOutput(file);
    }

    @Override
    public void add(long[] hashes, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(hashes, 0, count);
        try {
            out.write(bytes.array(), 0, bytes.capacity());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void remove(long[] hashes, int count) {
        throw new IllegalArgumentException(
                "keys were removed, and a fuse filter of all that were added would bring them back; make one of the keys themselves");
    }

    @Override
    public void clear() {
        try {
            out.flush();
            file.truncate(0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Those that were forgotten since are written, too. */
    @Override
    public void time(long millis) {}

    public void finish() throws IOException {
        out.flush();
    }
}
