package dev.bloomery.cli.lines;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The keys of all lines of all inputs, read, split and hashed by a thread of its own while those before are worked on.
 *
 * <p>A batch is there as soon as a read brought it. A failure comes in its place: after the lines before it. For one thread that takes.
 */
final class BatchesAhead implements Closeable {
    /** One that is worked on, one that is filled, and one between them for either to go on with. */
    private static final int BATCHES = 3;

    private final Inputs inputs;
    private final LineEnd lineEnd;
    private final BlockingQueue<KeyBatch> free = new ArrayBlockingQueue<>(BATCHES);
    /** Empty for the end. */
    private final BlockingQueue<Optional<KeyBatch>> ready = new ArrayBlockingQueue<>(BATCHES + 1);

    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    BatchesAhead(Inputs inputs, LineOptions options, ToLongFunction<ByteBuffer> hash) {
        this.inputs = inputs;
        this.lineEnd = options.lineEnd();
        KeyPart part = options.keyPart();
        for (int i = 0; i < BATCHES; i++) {
            free.add(new KeyBatch(part, hash));
        }
        Thread reader = new Thread(this::readAll, "reader");
        reader.setDaemon(true); // it may wait for a pipe when everybody else has done
        reader.start();
    }

    /** The next batch, or empty if there is none; to be {@linkplain #giveBack given back} before the next is taken. */
    Optional<KeyBatch> take() throws IOException {
        Optional<KeyBatch> next;
        try {
            next = ready.take();
        } catch (InterruptedException stopped) {
            throw interrupted();
        }
        Throwable failed = failure;
        if (next.isEmpty() && failed != null) {
            rethrow(failed);
        }
        return next;
    }

    private static void rethrow(Throwable failed) throws IOException {
        if (failed instanceof IOException io) {
            throw io;
        }
        if (failed instanceof RuntimeException runtime) {
            throw runtime;
        }
        throw (Error) failed;
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while it read");
    }

    void giveBack(KeyBatch batch) {
        free.add(batch);
    }

    private void readAll() {
        long bytes = 0;
        try {
            for (Path file : inputs.files()) {
                LineReader lines = new LineReader(Inputs.open(file), lineEnd);
                try (lines) {
                    read(lines, bytes);
                } catch (IOException failed) {
                    throw new InputFailure(Inputs.nameOf(file), failed);
                }
                bytes += lines.bytesRead();
            }
        } catch (IOException | RuntimeException | Error failed) {
            failure = failed;
        }
        ready.add(Optional.empty());
    }

    private void read(LineReader lines, long bytesBefore) throws IOException {
        try {
            KeyBatch batch = free.take();
            while (!closed && lines.read(batch.lines())) {
                batch.hash(bytesBefore + lines.bytesRead());
                ready.add(Optional.of(batch));
                batch = free.take();
            }
            free.add(batch);
        } catch (InterruptedException stopped) {
            throw interrupted();
        }
    }

    /** Ends the reading; one that waits for a pipe ends with the process. */
    @Override
    public void close() {
        closed = true;
    }
}
