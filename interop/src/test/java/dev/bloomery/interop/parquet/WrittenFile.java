package dev.bloomery.interop.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * A file as Parquet's own code writes its footer and filters; the pages between them are left out, as nobody
 * reads them here.
 */
final class WrittenFile {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<RowGroup> groups = new ArrayList<>();
    private List<ColumnChunk> columns = new ArrayList<>();

    WrittenFile() {
        bytes.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    }

    /** A column chunk; without a filter if that is null. */
    WrittenFile column(Type type, List<String> path, @Nullable BlockSplitBloomFilter filter) throws IOException {
        bytes.writeBytes(new byte[100]); // its pages
        ColumnMetaData meta = new ColumnMetaData(
                type, List.of(Encoding.PLAIN, Encoding.RLE), path, CompressionCodec.ZSTD, 1_000, 100, 100, 4);
        meta.setStatistics(new Statistics().setMax_value(new byte[30]).setNull_count(3));
        meta.setKey_value_metadata(List.of(new KeyValue("some").setValue("thing")));
        if (filter != null) {
            meta.setBloom_filter_offset(bytes.size());
            bytes.writeBytes(SplitBlockOracleTest.bytesOf(filter));
        }
        columns.add(new ColumnChunk(4).setMeta_data(meta).setOffset_index_offset(77));
        return this;
    }

    WrittenFile endGroup() {
        groups.add(new RowGroup(columns, 100, 1_000).setOrdinal((short) groups.size()));
        columns = new ArrayList<>();
        return this;
    }

    byte[] toBytes() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(bytes.toByteArray());
        int before = file.size();
        FileMetaData meta = new FileMetaData(2, List.of(new SchemaElement("schema").setNum_children(3)), 1_000, groups);
        meta.setCreated_by("a test");
        Util.writeFileMetaData(meta, file);
        int length = file.size() - before;
        file.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .array());
        file.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        return file.toByteArray();
    }

    /**
     * Three row groups of three columns; the second group has no filter of its names, and nobody has one of
     * the amounts.
     */
    static byte[] sample() throws IOException {
        WrittenFile file = new WrittenFile();
        for (int group = 0; group < 3; group++) {
            file.column(Type.INT64, List.of("id"), ids(group))
                    .column(Type.BYTE_ARRAY, List.of("user", "name"), group == 1 ? null : names(group))
                    .column(Type.DOUBLE, List.of("amount"), null)
                    .endGroup();
        }
        return file.toBytes();
    }

    private static BlockSplitBloomFilter ids(int group) {
        BlockSplitBloomFilter filter = new BlockSplitBloomFilter(1 << 11);
        for (long id = group * 1_000L; id < (group + 1) * 1_000L; id++) {
            filter.insertHash(filter.hash(id));
        }
        return filter;
    }

    private static BlockSplitBloomFilter names(int group) {
        BlockSplitBloomFilter filter = new BlockSplitBloomFilter(1 << 11);
        for (int i = 0; i < 1_000; i++) {
            filter.insertHash(filter.hash(org.apache.parquet.io.api.Binary.fromString("user" + group + "-" + i)));
        }
        return filter;
    }
}
