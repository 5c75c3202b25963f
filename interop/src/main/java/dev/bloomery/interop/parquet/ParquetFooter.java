package dev.bloomery.interop.parquet;

import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the footer of a file of Parquet says of filters: a structure of row groups, which have column chunks,
 * whose metadata say where their filter begins. Everything else is passed over.
 *
 * <p>Nothing is allocated for a chunk without a filter, and there cannot be more filters than have room in
 * the file: so a footer of a million empty chunks takes no memory.
 */
final class ParquetFooter {
    // fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData, as parquet.thrift numbers them
    private static final int FILE_ROW_GROUPS = 4;
    private static final int GROUP_COLUMNS = 1;
    private static final int CHUNK_META_DATA = 3;
    private static final int CHUNK_CRYPTO = 8;
    private static final int META_TYPE = 1;
    private static final int META_PATH = 3;
    private static final int META_VALUES = 5;
    private static final int META_FILTER = 14;

    /** Bytes of a header and one block. */
    private static final int SMALLEST_FILTER = 47;

    /** Those, a page with its header, and what the footer has to say of both. */
    private static final int SMALLEST_CHUNK = 128;

    private final ForeignInput in;
    private final ThriftReader thrift;
    private final byte[] footer;
    private final long fileLength;
    private final List<ColumnFilter> filters = new ArrayList<>();
    private int rowGroups;

    // made once, as a footer may have millions of structures
    private final ThriftReader.Field groupFields = this::groupField;
    private final ThriftReader.Field chunkFields = this::chunkField;
    private final ThriftReader.Field metaFields = this::metaField;

    // of the chunk that is being read
    private int type;
    private long pathAt;
    private long pathEnd;
    private int pathNames;
    private long values;
    private long offset;
    private boolean encrypted;

    private ParquetFooter(ForeignInput in, byte[] footer, long fileLength) {
        this.in = in;
        this.thrift = new ThriftReader(in);
        this.footer = footer;
        this.fileLength = fileLength;
    }

    static ParquetFooter parse(ForeignInput in, byte[] footer, long fileLength) throws IOException {
        ParquetFooter parsed = new ParquetFooter(in, footer, fileLength);
        parsed.thrift.struct(parsed::fileField);
        in.skip(footer.length - in.position()); // a signature, or a later release's additions
        return parsed;
    }

    int rowGroups() {
        return rowGroups;
    }

    List<ColumnFilter> filters() {
        return filters;
    }

    private boolean fileField(int id, int fieldType) throws IOException {
        if (id != FILE_ROW_GROUPS || fieldType != ThriftReader.LIST) {
            return false;
        }
        int count = thrift.list(ThriftReader.STRUCT);
        for (int i = 0; i < count; i++) {
            thrift.struct(groupFields);
            rowGroups++;
        }
        return true;
    }

    private boolean groupField(int id, int fieldType) throws IOException {
        if (id != GROUP_COLUMNS || fieldType != ThriftReader.LIST) {
            return false;
        }
        int count = thrift.list(ThriftReader.STRUCT);
        for (int i = 0; i < count; i++) {
            readChunk();
        }
        return true;
    }

    private void readChunk() throws IOException {
        type = -1;
        pathAt = -1;
        values = 0;
        offset = -1;
        encrypted = false;
        thrift.struct(chunkFields);
        if (offset >= 0 && !encrypted) {
            add();
        }
    }

    private boolean chunkField(int id, int fieldType) throws IOException {
        if (id == CHUNK_CRYPTO) {
            encrypted = true;
        }
        if (id != CHUNK_META_DATA || fieldType != ThriftReader.STRUCT) {
            return false;
        }
        thrift.struct(metaFields);
        return true;
    }

    private boolean metaField(int id, int fieldType) throws IOException {
        if (id == META_TYPE && fieldType == ThriftReader.I32) {
            type = thrift.i32();
        } else if (id == META_PATH && fieldType == ThriftReader.LIST) {
            pathNames = thrift.list(ThriftReader.BINARY);
            pathAt = in.position();
            for (int i = 0; i < pathNames; i++) {
                thrift.skipBinary();
            }
            pathEnd = in.position();
        } else if (id == META_VALUES && fieldType == ThriftReader.I64) {
            values = thrift.zigzag();
        } else if (id == META_FILTER && fieldType == ThriftReader.I64) {
            offset = thrift.zigzag();
            if (offset < 0) {
                throw in.damaged("a filter begins at byte " + offset);
            }
        } else {
            return false;
        }
        return true;
    }

    private void add() throws IOException {
        ParquetType known = ParquetType.of(type);
        if (known == null || pathAt < 0) {
            throw in.damaged("a column with a filter has no name, or the unknown type " + type);
        }
        if (offset > fileLength - SMALLEST_FILTER) {
            throw in.damaged("a filter begins at byte " + offset + " of a file of " + fileLength);
        }
        if (filters.size() >= fileLength / SMALLEST_CHUNK) {
            throw in.damaged("it says that it has more filters than fit into its " + fileLength + " bytes");
        }
        ColumnFilter before = filters.isEmpty() ? null : filters.get(filters.size() - 1);
        filters.add(new ColumnFilter(rowGroups, name(before), known, values, offset));
    }

    /** The names of the path, joined by dots; the same string as before where it is the same name. */
    private String name(@Nullable ColumnFilter before) {
        int[] at = {(int) pathAt};
        byte[] joined = new byte[(int) (pathEnd - pathAt)];
        int length = 0;
        for (int i = 0; i < pathNames; i++) {
            int next = length(at);
            if (i > 0) {
                joined[length++] = '.';
            }
            System.arraycopy(footer, at[0], joined, length, next);
            length += next;
            at[0] += next;
        }
        String name = new String(joined, 0, length, StandardCharsets.UTF_8);
        return before != null && before.column().equals(name) ? before.column() : name;
    }

    /** A length that was read before, and so is right. */
    private int length(int[] at) {
        int value = 0;
        int shift = 0;
        int next;
        do {
            next = footer[at[0]++];
            value |= (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }
}
