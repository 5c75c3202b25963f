package dev.bloomery.internal.family;

import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The log of a stripe, one file: a head of 24 bytes (magic, number of the family, number of the stripe, CRC32C), then {@link LogRecord}s. It is only
 * appended to; what is no longer needed goes when the rest is copied to a file of the next generation.
 *
 * <p>A <b>mark</b> says that the stripe has changed since its last checkpoint, of which the length of the log is known: whoever finds
 * a longer log, or one of a later generation, knows that it may not have everything. It is synced before the first change. The file is
 * created when something is to be written. Not safe for use by several threads.
 */
final class StripeLog implements Closeable {
    static final int HEAD = 24;

    /** Places are positions divided by eight, in 31 bits, of which the last is not used. */
    static final long MAX_LENGTH = 0x7FFF_FFFEL << 3;

    private static final long MAGIC = 0x0A1A0A0D474C4289L; // 89 "BLG" CR LF 1A LF
    private static final int FIRST_READ = 512;
    private static final int SCAN_BUFFER = 1 << 16;

    private final Disk disk;
    private final Path directory;
    private final long family;
    private final int stripe;
    private long generation;
    private @Nullable DiskFile file;
    private long end;
    private boolean marked;
    private @Nullable IOException failure;

    /** A log of which nothing is written yet; its first file has the next generation. */
    StripeLog(Disk disk, Path directory, long family, int stripe, long generation) {
        this.disk = disk;
        this.directory = directory;
        this.family = family;
        this.stripe = stripe;
        this.generation = generation;
    }

    /** What a scan meets, in the order of the log. */
    interface Visitor {
        /** The record of an owner at the start of bytes that have {@link OwnerRecord#TAIL} more. */
        void owner(long position, byte[] record, int length) throws IOException;

        void dropped(long owner) throws IOException;
    }

    static String fileName(int stripe, long generation) {
        return String.format(Locale.ROOT, "stripe-%02d.%d.log", stripe, generation);
    }

    /** The log that was left at a checkpoint. */
    static StripeLog open(Disk disk, Path directory, long family, int stripe, Checkpoint checkpoint)
            throws IOException {
        StripeLog log = new StripeLog(disk, directory, family, stripe, checkpoint.generation());
        if (checkpoint.length() > 0) {
            log.file = disk.openToWrite(log.path());
            log.end = checkpoint.length();
            try {
                log.checkHead();
            } catch (IOException notOurs) {
                log.file.close();
                throw notOurs;
            }
        }
        return log;
    }

    /** A position as an index has it: divided by eight, and negative. */
    static int place(long position) {
        return (1 << 31) | (int) (position >>> 3);
    }

    static long position(int place) {
        return (place & 0x7FFF_FFFFL) << 3;
    }

    private Path path() {
        return directory.resolve(fileName(stripe, generation));
    }

    long generation() {
        return generation;
    }

    /** Length of the file; 0 if there is none. */
    long end() {
        return end;
    }

    boolean isMarked() {
        return marked;
    }

    private byte[] head() {
        ByteBuffer head = ByteBuffer.allocate(HEAD)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC)
                .putLong(family)
                .putInt(stripe);
        return head.putInt(LogRecord.checksum(head.array(), 0, HEAD - 4)).array();
    }

    private void checkHead() throws IOException {
        byte[] head = new byte[HEAD];
        readFully(head, 0, HEAD, 0);
        if (!Arrays.equals(head, head())) {
            throw damaged("its head is not that of this family");
        }
    }

    DamagedSnapshotException damaged(String what) {
        return new DamagedSnapshotException("log " + path() + ": " + what
                + "; restore a copy of the whole directory, or begin with a new one and add the keys again");
    }

    private DiskFile file() throws IOException {
        if (failure != null) {
            throw new IOException(
                    "log " + path() + " failed before and takes nothing more; close the family and open it again",
                    failure);
        }
        if (file == null) {
            generation++;
            DiskFile created = disk.create(path());
            try {
                created.append(ByteBuffer.wrap(head()));
                disk.syncDirectory(directory);
            } catch (IOException failed) {
                failure = failed;
                created.close();
                throw failed;
            }
            file = created;
            end = HEAD;
        }
        return file;
    }

    /** Creates the file if there is none; where the next record begins. */
    long start() throws IOException {
        DiskFile unused = file();
        return end;
    }

    /** Appends, or leaves the log as it was; where it begins. */
    long append(ByteBuffer bytes) throws IOException {
        DiskFile to = file();
        long start = end;
        int length = bytes.remaining();
        if (start + length > MAX_LENGTH) {
            throw new IOException("log " + path() + " has " + start + " bytes, of at most " + MAX_LENGTH
                    + "; raise the memory budget, or drop owners");
        }
        try {
            to.append(bytes);
        } catch (IOException failed) {
            try {
                to.truncate(start);
            } catch (IOException again) {
                failed.addSuppressed(again);
                failure = failed;
            }
            throw failed;
        }
        end += length;
        return start;
    }

    /** Before a change: that there is one is on the disk when it returns. Once after each checkpoint. */
    void mark() throws IOException {
        if (!marked) {
            append(LogRecord.mark());
            sync();
            marked = true;
        }
    }

    /** From now on the log as it is has everything that the stripe has; the next change needs a mark. */
    Checkpoint checkpoint(boolean unknown) throws IOException {
        if (file != null) {
            sync();
        }
        marked = false;
        return new Checkpoint(file == null ? 0 : generation, end, unknown);
    }

    private void sync() throws IOException {
        try {
            file().sync();
        } catch (IOException failed) {
            failure = failed;
            throw failed;
        }
    }

    /** The record of an owner at a position, with {@link OwnerRecord#TAIL} bytes behind it. */
    byte[] readOwner(long position, OwnerRecord layout) throws IOException {
        byte[] first = new byte[(int) Math.min(FIRST_READ, end - position)];
        readFully(first, 0, first.length, position);
        ByteBuffer view = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
        int length = view.getInt(4);
        if (length < OwnerRecord.HEAD || length > end - position - LogRecord.HEAD) {
            throw damaged("no owner at " + position);
        }
        byte[] record = new byte[length + OwnerRecord.TAIL];
        int had = Math.min(length, first.length - LogRecord.HEAD);
        System.arraycopy(first, LogRecord.HEAD, record, 0, had);
        readFully(record, had, length - had, position + LogRecord.HEAD + had);
        checkOwner(position, view.getInt(0), record, length, layout);
        return record;
    }

    private void checkOwner(long position, int checksum, byte[] record, int length, OwnerRecord layout)
            throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .array());
        crc.update(record, 0, length);
        if ((int) crc.getValue() != checksum) {
            throw damaged("checksum differs at " + position);
        }
        if (length >= OwnerRecord.HEAD && !layout.isPlausible(record, 0, length)) {
            throw damaged("the owner at " + position + " is not one of this plan");
        }
    }

    private void readFully(byte[] into, int from, int length, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, from, length);
        while (buffer.hasRemaining()) {
            int count = Objects.requireNonNull(file, "a log with records")
                    .read(buffer, position + buffer.position() - from);
            if (count < 0) {
                throw damaged("cut short");
            }
        }
    }

    /** Reads the whole log and checks it. */
    void scan(OwnerRecord layout, Visitor visitor) throws IOException {
        if (file == null) {
            return;
        }
        InputStream in = new BufferedInputStream(new DiskInput(file, HEAD), SCAN_BUFFER);
        long position = HEAD;
        byte[] head = new byte[LogRecord.HEAD];
        while (position < end) {
            if (end - position < LogRecord.HEAD || in.readNBytes(head, 0, head.length) < head.length) {
                throw damaged("cut short");
            }
            ByteBuffer view = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
            int length = view.getInt(4);
            int payload = LogRecord.payload(length);
            if (payload < 0 || LogRecord.size(payload) > end - position) {
                throw damaged("no record at " + position);
            }
            byte[] record = new byte[payload + OwnerRecord.TAIL];
            int padding = LogRecord.size(payload) - LogRecord.HEAD - payload;
            if (in.readNBytes(record, 0, payload) < payload || in.skip(padding) < padding) {
                throw damaged("cut short");
            }
            visit(position, view.getInt(0), length, payload, record, layout, visitor);
            position += LogRecord.size(payload);
        }
    }

    private void visit(
            long position, int checksum, int length, int payload, byte[] record, OwnerRecord layout, Visitor visitor)
            throws IOException {
        if (length >= 0) {
            checkOwner(position, checksum, record, length, layout);
            visitor.owner(position, record, length);
            return;
        }
        ByteBuffer small = ByteBuffer.allocate(4 + payload).order(ByteOrder.LITTLE_ENDIAN);
        small.putInt(length).put(record, 0, payload);
        if (LogRecord.checksum(small.array(), 0, 4 + payload) != checksum) {
            throw damaged("checksum differs at " + position);
        }
        if (length == LogRecord.DROPPED) {
            visitor.dropped(small.getLong(4));
        }
    }

    /** A log of the next generation. Its file alone says that the stripe has changed, so it is marked. */
    StripeLog successor() throws IOException {
        StripeLog next = new StripeLog(disk, directory, family, stripe, generation);
        long unused = next.start();
        next.marked = true;
        return next;
    }

    /** Closes the log and deletes its file. */
    void delete() throws IOException {
        if (file != null) {
            close();
            disk.delete(path());
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
