package dev.bloomery.interop.parquet;

import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The structure before the bits: how many bytes there are, and by which algorithm, hash and compression. */
final class FilterHeader {
    private static final int BYTES = 1;
    private static final int ALGORITHM = 2;
    private static final int HASH = 3;
    private static final int COMPRESSION = 4;
    private static final int ONLY_KNOWN = 1; // BLOCK, XXHASH and UNCOMPRESSED, each the first of its union

    private int bytes = -1;
    private int algorithm;
    private int hash;
    private int compression;

    private FilterHeader() {}

    /** Reads the header; how many bytes of bits follow. */
    static int read(ForeignInput in) throws IOException {
        FilterHeader header = new FilterHeader();
        ThriftReader thrift = new ThriftReader(in);
        thrift.struct((id, type) -> header.field(thrift, id, type));
        if (header.bytes < 0 || header.algorithm == 0 || header.hash == 0 || header.compression == 0) {
            throw in.damaged("its header lacks a field");
        }
        if (header.algorithm != ONLY_KNOWN || header.hash != ONLY_KNOWN || header.compression != ONLY_KNOWN) {
            throw in.unsupported("it has algorithm " + header.algorithm + ", hash " + header.hash + ", compression "
                    + header.compression + "; split block, XXH64 and uncompressed can be read, each number 1");
        }
        if (header.bytes < SplitBlockFilter.BLOCK_BYTES || header.bytes % SplitBlockFilter.BLOCK_BYTES != 0) {
            throw in.damaged("it says that it has " + header.bytes + " bytes; a filter has a multiple of 32");
        }
        return header.bytes;
    }

    private boolean field(ThriftReader thrift, int id, int type) throws IOException {
        if (id == BYTES && type == ThriftReader.I32) {
            bytes = thrift.i32();
            return true;
        }
        if (type != ThriftReader.STRUCT || id < ALGORITHM || id > COMPRESSION) {
            return false;
        }
        int[] chosen = {-1}; // an empty union is unknown
        thrift.struct((choice, unused) -> {
            chosen[0] = choice;
            return false;
        });
        switch (id) {
            case ALGORITHM -> algorithm = chosen[0];
            case HASH -> hash = chosen[0];
            default -> compression = chosen[0];
        }
        return true;
    }

    /** The header of so many bytes. */
    static byte[] of(int bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x15); // field 1, a number
        long zigzag = (long) bytes << 1;
        while (zigzag >= 0x80) {
            out.write((int) zigzag | 0x80);
            zigzag >>>= 7;
        }
        out.write((int) zigzag);
        for (int union = ALGORITHM; union <= COMPRESSION; union++) {
            out.writeBytes(new byte[] {0x1C, 0x1C, 0, 0}); // the next field, whose first choice is an empty structure
        }
        out.write(0);
        return out.toByteArray();
    }
}
