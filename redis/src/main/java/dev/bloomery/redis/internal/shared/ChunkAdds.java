package dev.bloomery.redis.internal.shared;

import dev.bloomery.internal.replica.BitReplica;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of a batch whose bits are in one chunk.
 *
 * @param chunk its number
 * @param length of the chunk with its header; another one in Redis is damage
 * @param probes bits a key
 * @param hashes of the keys
 * @param places where each key is in the batch
 * @param offsets the bits of the keys, one key after the other, as {@link ChunkLayout#offsetOf} counts
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them, and nobody changes the arrays
public record ChunkAdds(int chunk, int length, int probes, long[] hashes, int[] places, int[] offsets) {

    /** Sorts hashes by chunk. */
    static List<ChunkAdds> of(BitReplica bits, ChunkLayout layout, long[] hashes) {
        Map<Integer, List<Integer>> byChunk = new HashMap<>();
        for (int i = 0; i < hashes.length; i++) {
            int chunk = ChunkLayout.chunkOf(bits.position(hashes[i], 0));
            List<Integer> places = byChunk.get(chunk);
            if (places == null) {
                places = new ArrayList<>();
                byChunk.put(chunk, places);
            }
            places.add(i);
        }
        List<ChunkAdds> all = new ArrayList<>();
        byChunk.forEach((chunk, places) -> all.add(of(bits, chunk, layout.length(chunk), places, hashes)));
        return all;
    }

    private static ChunkAdds of(BitReplica bits, int chunk, int length, List<Integer> places, long[] hashes) {
        int probes = bits.probes();
        long[] own = new long[places.size()];
        int[] ownPlaces = new int[places.size()];
        int[] offsets = new int[places.size() * probes];
        for (int i = 0; i < own.length; i++) {
            ownPlaces[i] = places.get(i);
            own[i] = hashes[ownPlaces[i]];
            for (int probe = 0; probe < probes; probe++) {
                offsets[i * probes + probe] = ChunkLayout.offsetOf(bits.position(own[i], probe));
            }
        }
        return new ChunkAdds(chunk, length, probes, own, ownPlaces, offsets);
    }

    /** The hashes as bytes. */
    byte[] hashBytes() {
        return bytesOf(hashes, hashes.length);
    }

    /** The offsets as bytes, four each. */
    byte[] offsetBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(offsets.length * Integer.BYTES);
        bytes.asIntBuffer().put(offsets);
        return bytes.array();
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
