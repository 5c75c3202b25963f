package dev.bloomery.interop.redis;

import java.util.Objects;

/**
 * A chunk of a filter, as {@code BF.SCANDUMP} gives it and {@code BF.LOADCHUNK} takes it.
 *
 * @param iterator the number that comes with the bytes in the answer of {@code BF.SCANDUMP}, and that
 *     {@code BF.LOADCHUNK} wants with them
 * @param data the bytes; not copied, so do not change them
 */
@SuppressWarnings("ArrayRecordComponent") // chunks are passed on, and never compared
public record BloomChunk(long iterator, byte[] data) {

    /** Refuses null. */
    public BloomChunk {
        Objects.requireNonNull(data, "data");
    }

    /** How many bytes there are. */
    @Override
    public String toString() {
        return "BloomChunk[" + iterator + ", " + data.length + " bytes]";
    }
}
