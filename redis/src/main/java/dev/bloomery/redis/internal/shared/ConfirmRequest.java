package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Position;
import java.util.List;

/**
 * Keys to look for at the server.
 *
 * @param uuid of the filter
 * @param position up to which the caller has read
 * @param generations the text of the generations that the caller knows
 * @param parts for each of them the keys, by chunks
 */
public record ConfirmRequest(String uuid, Position position, String generations, List<Part> parts) {

    /**
     * The keys in a generation.
     *
     * @param generation which
     * @param chunks the keys
     */
    public record Part(int generation, List<ChunkAdds> chunks) {}
}
