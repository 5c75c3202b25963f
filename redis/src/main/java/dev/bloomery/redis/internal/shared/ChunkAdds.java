package dev.bloomery.redis.internal.shared;

import dev.bloomery.internal.replica.BitReplica;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of a batch whose bits are in one chunk.
 *
 * @param chunk its number
 * @param length of the chunk with its header; another one in Redis is damage
 * @param bits of the plan of the generation
 * @param hashes of the keys
 * @param places where each key is in the batch
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them, and nobody changes the arrays
public record ChunkAdds(int chunk, int length, BitReplica bits, long[] hashes, int[] places) {

    /** Sorts hashes by chunk. */
    static List<ChunkAdds> of(BitReplica bits, ChunkLayout layout, long[] hashes) {
        int[] chunks = new int[hashes.length];
        int[] counts = new int[layout.chunks()];
        for (int i = 0; i < hashes.length; i++) {
            chunks[i] = ChunkLayout.chunkOf(bits.word(hashes[i], 0) * Long.SIZE);
            counts[chunks[i]]++;
        }
        ChunkAdds[] all = new ChunkAdds[counts.length];
        List<ChunkAdds> used = new ArrayList<>();
        for (int chunk = 0; chunk < counts.length; chunk++) {
            if (counts[chunk] > 0) {
                all[chunk] = new ChunkAdds(
                        chunk, layout.length(chunk), bits, new long[counts[chunk]], new int[counts[chunk]]);
                used.add(all[chunk]);
            }
        }
        for (int i = hashes.length - 1; i >= 0; i--) {
            int at = --counts[chunks[i]];
            all[chunks[i]].hashes[at] = hashes[i];
            all[chunks[i]].places[at] = i;
        }
        return used;
    }

    /** Bits a key. */
    public int probes() {
        return bits.probes();
    }

    /** The bits of the keys, one key after the other, as {@link ChunkLayout#offsetOf} counts. */
    public int[] offsets() {
        int probes = probes();
        int[] offsets = new int[hashes.length * probes];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = ChunkLayout.offsetOf(bits.position(hashes[i / probes], i % probes));
        }
        return offsets;
    }

    /** The hashes as bytes. */
    byte[] hashBytes() {
        return bytesOf(hashes, hashes.length);
    }

    /** The offsets as bytes, four each. */
    byte[] offsetBytes() {
        int[] offsets = offsets();
        ByteBuffer bytes = ByteBuffer.allocate(offsets.length * Integer.BYTES);
        bytes.asIntBuffer().put(offsets);
        return bytes.array();
    }

    /** The words of the keys with the bits that are to be set, as {@link WordPairs} has them. */
    byte[] wordBytes() {
        return WordPairs.of(bits, hashes);
    }

    /** Hashes as an entry of the log has them: eight bytes each, the highest first. */
    static byte[] bytesOf(long[] hashes, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
        bytes.asLongBuffer().put(hashes, 0, count);
        return bytes.array();
    }

    /** The hashes of an entry of the log. */
    static long[] hashesOf(byte[] data) {
        long[] hashes = new long[data.length / Long.BYTES];
        ByteBuffer.wrap(data).asLongBuffer().get(hashes);
        return hashes;
    }
}
