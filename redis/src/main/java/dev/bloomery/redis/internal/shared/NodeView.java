package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.LogHead;
import java.nio.charset.StandardCharsets;

/**
 * What a node knows of the head, from the last sync that was complete.
 *
 * @param uuid of the filter
 * @param state what the head says of the bits
 * @param sound the server for which it says so
 * @param identity the server that said it
 * @param generations their text
 * @param older how often those before the newest were changed
 * @param writers the ids of the writers
 * @param owing the ids of writers that have not brought their bits back
 */
record NodeView(
        String uuid,
        HeadState state,
        String sound,
        String identity,
        String generations,
        String older,
        String writers,
        String owing) {

    static NodeView of(LogHead head, String identity) {
        return new NodeView(
                head.uuid(),
                HeadState.valueOf(field(head, Fields.STATE)),
                field(head, Fields.SERVER),
                identity,
                field(head, Fields.GENERATIONS),
                field(head, Fields.OLDER),
                field(head, Fields.WRITERS),
                field(head, Fields.OWING));
    }

    static String field(LogHead head, String name) {
        byte[] value = head.more().get(name);
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    /** Whether what the head says holds for the server that said it. */
    boolean isSound() {
        return sound.equals(identity);
    }

    /** Whether a no may be said. */
    boolean isWhole() {
        return state == HeadState.ACTIVE && isSound();
    }

    /** Whether an id is in a list of ids. */
    static boolean has(String ids, String id) {
        return (" " + ids + " ").contains(" " + id + " ");
    }

    static String with(String ids, String id) {
        return ids.isEmpty() ? id : ids + " " + id;
    }

    static String without(String ids, String id) {
        return (" " + ids + " ").replace(" " + id + " ", " ").strip();
    }
}
