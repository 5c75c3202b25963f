package dev.bloomery.interop.parquet;

import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;

/**
 * Reads structures in the compact protocol of Thrift, as far as Parquet's filters need it, and passes over
 * the rest.
 */
final class ThriftReader {
    static final int I32 = 5;
    static final int I64 = 6;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int STRUCT = 12;

    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int DOUBLE = 7;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int UUID = 13;
    private static final int DEEPEST = 32;
    private static final int LONGEST_VARINT = 10;

    private final ForeignInput in;
    private int depth;

    ThriftReader(ForeignInput in) {
        this.in = in;
    }

    /** Takes a field of a structure. */
    @FunctionalInterface
    interface Field {
        /** Reads the value and returns true, or reads nothing and returns false. */
        boolean read(int id, int type) throws IOException;
    }

    /** Reads a structure; fields that nobody takes are passed over. */
    void struct(Field field) throws IOException {
        deeper();
        int id = 0;
        for (int head = in.u8(); head != 0; head = in.u8()) {
            int type = head & 0xF;
            int step = head >>> 4;
            id = step == 0 ? (int) zigzag() : id + step;
            if (!field.read(id, type)) {
                skipField(type);
            }
        }
        depth--;
    }

    /** Reads the head of a list of this type of elements; their number. */
    int list(int type) throws IOException {
        int head = in.u8();
        long size = head >>> 4 == 15 ? varint() : head >>> 4;
        if (size > 0 && (head & 0xF) != type) {
            throw in.damaged("a list has elements of type " + (head & 0xF) + " instead of " + type);
        }
        return checked(size);
    }

    private int checked(long size) throws IOException {
        if (size < 0 || size > Integer.MAX_VALUE) {
            throw in.damaged("a length is " + size);
        }
        in.requireLeft(size); // an element has a byte at least
        return (int) size;
    }

    /** A number of 32 or 64 bits. */
    long zigzag() throws IOException {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    int i32() throws IOException {
        long value = zigzag();
        if (value != (int) value) {
            throw in.damaged("a number of 32 bits is " + value);
        }
        return (int) value;
    }

    private long varint() throws IOException {
        long value = 0;
        for (int i = 0; i < LONGEST_VARINT; i++) {
            int next = in.u8();
            value |= (next & 0x7FL) << (7 * i);
            if (next < 0x80) {
                return value;
            }
        }
        throw in.damaged("a number has more than " + LONGEST_VARINT + " bytes");
    }

    /** Passes over bytes with their length before them. */
    void skipBinary() throws IOException {
        in.skip(checked(varint()));
    }

    private void skipField(int type) throws IOException {
        if (type != TRUE && type != FALSE) { // a field has its truth in its type
            skip(type);
        }
    }

    void skip(int type) throws IOException {
        switch (type) {
            case TRUE, FALSE, BYTE -> in.skip(1);
            case I16, I32, I64 -> varint();
            case DOUBLE -> in.skip(8);
            case UUID -> in.skip(16);
            case BINARY -> skipBinary();
            case LIST, SET -> skipList();
            case MAP -> skipMap();
            case STRUCT -> struct((id, fieldType) -> false);
            default -> throw in.damaged("a field has the unknown type " + type);
        }
    }

    private void skipList() throws IOException {
        int head = in.u8();
        int size = checked(head >>> 4 == 15 ? varint() : head >>> 4);
        deeper();
        for (int i = 0; i < size; i++) {
            skip(head & 0xF);
        }
        depth--;
    }

    private void skipMap() throws IOException {
        int size = checked(varint());
        int types = size == 0 ? 0 : in.u8();
        deeper();
        for (int i = 0; i < size; i++) {
            skip(types >>> 4);
            skip(types & 0xF);
        }
        depth--;
    }

    private void deeper() throws IOException {
        if (++depth > DEEPEST) {
            throw in.damaged("its structures are nested more than " + DEEPEST + " deep");
        }
    }
}
