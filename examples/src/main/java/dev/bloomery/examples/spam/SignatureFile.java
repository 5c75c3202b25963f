package dev.bloomery.examples.spam;

import dev.bloomery.gate.Loader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The store: signatures and how often each was reported, in a file. It stands for a table of a database, and like one it costs an access for
 * every question. The file is a hash table of slots of 24 bytes: the signature, and its reports, which are 0 where the slot is free.
 */
final class SignatureFile implements Loader<Signature, Long>, AutoCloseable {
    private static final int SLOT_BYTES = 24;
    private static final int SLOTS_A_READ = 4_096;

    private final FileChannel file;
    private final long slots;

    /** Opens or makes a file with room for so many signatures; the room of a file must always be said the same. */
    SignatureFile(Path path, long capacity) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        slots = 2 * capacity;
        if (file.size() < slots * SLOT_BYTES) {
            file.write(ByteBuffer.allocate(1), slots * SLOT_BYTES - 1);
        }
    }

    @Override
    public synchronized Optional<Long> load(Signature signature) {
        long reports = read(slotOf(signature), 1).getLong(16);
        return reports == 0 ? Optional.empty() : Optional.of(reports);
    }

    /** Counts one more report of this signature. */
    synchronized void report(Signature signature) {
        long slot = slotOf(signature);
        ByteBuffer bytes = ByteBuffer.allocate(SLOT_BYTES)
                .putLong(signature.high())
                .putLong(signature.low())
                .putLong(read(slot, 1).getLong(16) + 1)
                .flip();
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes, slot * SLOT_BYTES + bytes.position());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Signatures never leave their slot, so reading one piece after the other finds them all. */
    @Override
    public long scan(Consumer<? super Signature> sink) {
        long found = 0;
        for (long from = 0; from < slots; from += SLOTS_A_READ) {
            ByteBuffer piece;
            synchronized (this) {
                piece = read(from, (int) Math.min(SLOTS_A_READ, slots - from));
            }
            while (piece.hasRemaining()) {
                Signature signature = new Signature(piece.getLong(), piece.getLong());
                if (piece.getLong() != 0) {
                    found++;
                    sink.accept(signature);
                }
            }
        }
        return found;
    }

    /** Where the signature is, or the free slot where it would be. */
    private long slotOf(Signature signature) {
        long slot = Long.remainderUnsigned(signature.low(), slots);
        for (long tried = 0; tried < slots; tried++) {
            ByteBuffer bytes = read(slot, 1);
            boolean same = bytes.getLong(0) == signature.high() && bytes.getLong(8) == signature.low();
            if (same || bytes.getLong(16) == 0) {
                return slot;
            }
            slot = slot + 1 < slots ? slot + 1 : 0;
        }
        throw new IllegalStateException("all " + slots + " slots are taken; make a larger file");
    }

    private ByteBuffer read(long slot, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * SLOT_BYTES);
        try {
            while (bytes.hasRemaining()) {
                if (file.read(bytes, slot * SLOT_BYTES + bytes.position()) < 0) {
                    throw new IOException("the file of signatures is shorter than it was made");
                }
            }
            return bytes.flip();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
