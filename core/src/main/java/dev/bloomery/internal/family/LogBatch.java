package dev.bloomery.internal.family;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Records of owners on their way to a log, many to a write. */
final class LogBatch {
    private static final int BYTES = 1 << 16;

    private final StripeLog log;
    private ByteBuffer batch = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);

    LogBatch(StripeLog log) {
        this.log = log;
    }

    /** Adds a bare record; its position in the log once it is {@linkplain #flush written}. */
    long add(byte[] bytes, int at, int length) throws IOException {
        int size = LogRecord.size(length);
        if (size > batch.remaining()) {
            flush();
        }
        if (size > batch.remaining()) {
            ByteBuffer large = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
            LogRecord.putOwner(bytes, at, length, large);
            return log.append(large.flip());
        }
        long position = log.start() + batch.position();
        LogRecord.putOwner(bytes, at, length, batch);
        return position;
    }

    void flush() throws IOException {
        if (batch.position() > 0) {
            long unused = log.append(batch.flip());
            batch = batch.clear();
        }
    }
}
