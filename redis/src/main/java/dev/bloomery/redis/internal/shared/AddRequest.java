package dev.bloomery.redis.internal.shared;

import java.util.List;

/**
 * Keys to add.
 *
 * @param uuid of the filter
 * @param nonce for the entry
 * @param generation the newest, as far as is known
 * @param older how often the others were changed by a merge, as far as is known
 * @param writer the id that must be among the registered writers; empty: none need be
 * @param needsWhole whether nothing is to be done unless the bits are whole, because the caller goes by which keys are new
 * @param chunks the keys
 */
public record AddRequest(
        String uuid,
        String nonce,
        int generation,
        String older,
        String writer,
        boolean needsWhole,
        List<ChunkAdds> chunks) {}
