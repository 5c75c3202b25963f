package dev.bloomery.redis.internal.scan;

import dev.bloomery.redis.internal.server.Slots;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The slots of a node, as it tells them itself.
 *
 * @param epoch changes whenever slots are taken over
 * @param owned the slots
 * @param areMoving whether some are on their way to another node, or from one
 */
record NodeSlots(String epoch, BitSet owned, boolean areMoving) {
    static final NodeSlots NONE = new NodeSlots("", new BitSet(), false);

    /** The line of {@code CLUSTER NODES} that says "myself": id, address, flags, primary, ping, pong, epoch, link, slots. */
    static NodeSlots parse(String nodes) {
        List<String> words = nodes.lines()
                .map(line -> Arrays.asList(line.split(" ")))
                .filter(line -> line.size() >= 8 && line.get(2).contains("myself"))
                .findFirst()
                .orElse(List.of());
        if (words.isEmpty()) {
            return NONE;
        }
        BitSet owned = new BitSet(Slots.ALL);
        boolean areMoving = false;
        for (String slots : words.subList(8, words.size())) {
            if (slots.startsWith("[")) {
                areMoving = true;
            } else {
                int dash = slots.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? slots : slots.substring(0, dash));
                int last = dash < 0 ? first : Integer.parseInt(slots.substring(dash + 1));
                owned.set(first, last + 1);
            }
        }
        return new NodeSlots(words.get(6), owned, areMoving);
    }
}
