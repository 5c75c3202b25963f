package dev.bloomery.interop.parquet;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the Bloom filters in a file of Parquet, and asks them: what is in this file?
 *
 * <pre>{@code
 * ParquetFile file = ParquetFile.open(path);
 * ParquetColumn<String> users = file.column("user.name", ParquetKeys.strings());
 * List<Integer> rowGroups = users.rowGroups("alice"); // only these need to be read
 * }</pre>
 *
 * <p>Reads the footer when it is opened, and each filter when it is asked for; holds no file open.
 */
public final class ParquetFile {
    private static final String NAME = "Parquet file";
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
    private static final int TAIL = 8;
    private static final int BUFFER = 1 << 13;

    private final Path path;
    private final long length;
    private final int rowGroups;
    private final List<ColumnFilter> filters;

    private ParquetFile(Path path, long length, ParquetFooter footer) {
        this.path = path;
        this.length = length;
        this.rowGroups = footer.rowGroups();
        this.filters = List.copyOf(footer.filters());
    }

    /**
     * Reads the footer of a file.
     *
     * @param path the file
     * @return the file
     * @throws ForeignFilterException if it is no file of Parquet, or its footer is encrypted
     * @throws IOException if it cannot be read
     */
    public static ParquetFile open(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        try (FileChannel channel = FileChannel.open(path)) {
            long length = channel.size();
            byte[] footer = footer(channel, path, length);
            return new ParquetFile(
                    path,
                    length,
                    ForeignInput.whole(footer, NAME + " " + path, in -> ParquetFooter.parse(in, footer, length)));
        }
    }

    private static byte[] footer(FileChannel channel, Path path, long length) throws IOException {
        if (length < MAGIC.length + TAIL) {
            throw damaged(path, "it has " + length + " bytes");
        }
        ByteBuffer tail = read(channel, path, length - TAIL, TAIL);
        int bytes = tail.order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (tail.remaining() == ENCRYPTED.length && tail.equals(ByteBuffer.wrap(ENCRYPTED))) {
            throw new UnsupportedForeignFilterException(NAME + " " + path + ": its footer is encrypted");
        }
        if (!tail.equals(ByteBuffer.wrap(MAGIC))) {
            throw damaged(path, "it does not end with PAR1");
        }
        if (bytes < 1 || bytes > length - TAIL - MAGIC.length) {
            throw damaged(path, "it says that its footer has " + bytes + " bytes, and has " + length + " itself");
        }
        return read(channel, path, length - TAIL - bytes, bytes).array();
    }

    private static ByteBuffer read(FileChannel channel, Path path, long from, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, from + buffer.position()) < 0) {
                throw damaged(path, "it was cut short while it was read");
            }
        }
        return buffer.flip();
    }

    private static DamagedForeignFilterException damaged(Path path, String what) {
        return new DamagedForeignFilterException(
                NAME + " " + path + ": " + what + "; it is something else, or damaged: fetch or write it again");
    }

    /**
     * How many row groups the file has.
     *
     * @return 0 or more
     */
    public int rowGroups() {
        return rowGroups;
    }

    /**
     * The filters of the file; those of encrypted columns are not among them.
     *
     * @return in the order of the footer
     */
    public List<ColumnFilter> filters() {
        return filters;
    }

    /**
     * Reads one filter.
     *
     * @param filter one of {@link #filters}
     * @param keys the keys of its column
     * @param <K> the type of the keys
     * @return the filter; what is added to it does not change the file
     * @throws ForeignFilterException if there is no filter at its place
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if the column is of another physical type
     */
    public <K> SplitBlockFilter<K> read(ColumnFilter filter, ParquetKeys<K> keys) throws IOException {
        if (filter.type() != keys.type()) {
            throw new IllegalArgumentException("column " + filter.column() + " is of type " + filter.type()
                    + ", and the keys are of type " + keys.type() + "; use the ParquetKeys of that type");
        }
        try (FileChannel channel = FileChannel.open(path)) {
            channel.position(filter.offset());
            return ForeignInput.atMost(
                    new BufferedInputStream(Channels.newInputStream(channel), BUFFER),
                    length - filter.offset(),
                    ParquetFilters.NAME + " of column " + filter.column() + " in " + path,
                    in -> ParquetFilters.parse(in, keys));
        }
    }

    /**
     * Reads the filters of a column.
     *
     * @param column its name; names within groups are joined by dots
     * @param keys the keys of the column
     * @param <K> the type of the keys
     * @return the column
     * @throws ForeignFilterException if there is no filter at a place where one should be
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if no row group has a filter of this column, or it is of another
     *     physical type
     */
    public <K> ParquetColumn<K> column(String column, ParquetKeys<K> keys) throws IOException {
        Objects.requireNonNull(column, "column");
        List<@Nullable SplitBlockFilter<K>> found = new ArrayList<>();
        for (ColumnFilter filter : filters) {
            if (filter.column().equals(column)) {
                while (found.size() < filter.rowGroup()) {
                    found.add(null);
                }
                found.add(read(filter, keys));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no row group of " + path + " has a filter of the column " + column
                    + "; columns with filters are "
                    + filters.stream().map(ColumnFilter::column).distinct().toList());
        }
        while (found.size() < rowGroups) {
            found.add(null);
        }
        return new ParquetColumn<>(found);
    }

    /** The file and how many filters it has. */
    @Override
    public String toString() {
        return "ParquetFile[" + path + ", " + filters.size() + " filters]";
    }
}
