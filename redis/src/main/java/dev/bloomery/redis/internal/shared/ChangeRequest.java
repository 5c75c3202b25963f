package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.LogData;
import java.util.List;
import java.util.Map;

/**
 * A change of the head.
 *
 * @param uuid of the filter
 * @param nonce for the entry
 * @param expected what fields must be; empty: missing
 * @param fields what they become; empty: they are removed. {@link GenerationPlan#NOW} in them becomes the time of the server
 * @param entry what is written into the log; {@link GenerationPlan#NOW} in it becomes the same
 * @param needed chunks that must be there
 */
public record ChangeRequest(
        String uuid,
        String nonce,
        Map<String, String> expected,
        Map<String, String> fields,
        LogData entry,
        List<ChunkName> needed) {

    /** As an expected field it stands for the identity of the server that answers, and as a value it becomes that. */
    public static final String HERE = "<here>";
}
