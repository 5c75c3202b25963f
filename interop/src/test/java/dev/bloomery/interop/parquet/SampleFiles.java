package dev.bloomery.interop.parquet;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.Type;

/** Files of Parquet for tests of other packages. */
public final class SampleFiles {
    private SampleFiles() {}

    /** Two row groups with a filter each. */
    public static byte[] small() throws IOException {
        return new WrittenFile()
                .column(Type.INT64, List.of("id"), new BlockSplitBloomFilter(32))
                .endGroup()
                .column(Type.BYTE_ARRAY, List.of("user", "name"), new BlockSplitBloomFilter(32))
                .endGroup()
                .toBytes();
    }
}
