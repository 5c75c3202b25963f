package dev.bloomery.redis.internal.shared;

import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Layout;
import java.util.HashMap;
import java.util.Map;

/**
 * What was chosen when a filter was created; all who use it have the same.
 *
 * @param level how writers and readers agree
 * @param leaseMillis the lease, or how old a no may be
 * @param loss what the server may lose
 * @param lossMillis how much of that
 * @param growing whether a full generation is followed by a larger one
 * @param windowMillis for how long keys are remembered at least; 0: for ever
 * @param slices into how many generations a window is cut
 * @param skewMillis by how much the clocks of servers that follow each other may differ
 * @param shards how many logs there are
 * @param spec of the first generation; blocked, settled
 */
public record SharedPlan(
        Level level,
        long leaseMillis,
        Loss loss,
        long lossMillis,
        boolean growing,
        long windowMillis,
        int slices,
        long skewMillis,
        int shards,
        BloomSpec spec) {
    private static final int MOST_HALVINGS = 64;

    /** How writers and readers agree. */
    public enum Level {
        LEASED,
        CONFIRMED,
        STALE
    }

    /** What the server may lose of what it has acknowledged, when it is restarted or replaced. */
    public enum Loss {
        ANYTHING,
        NOTHING,
        LAST_WRITES
    }

    @Override
    public String toString() {
        return "level=" + level + " lease=" + leaseMillis + " loss=" + loss + " last=" + lossMillis + " growing="
                + growing + " window=" + windowMillis + " slices=" + slices + " skew=" + skewMillis + " shards="
                + shards + " spec=" + spec;
    }

    /** Reads the text form. */
    public static SharedPlan parse(String text) {
        int spec = text.indexOf(" spec=");
        Map<String, String> values = new HashMap<>();
        for (String word : text.substring(0, spec).split(" ", -1)) {
            int at = word.indexOf('=');
            values.put(word.substring(0, at), word.substring(at + 1));
        }
        return new SharedPlan(
                Level.valueOf(values.getOrDefault("level", "")),
                Long.parseLong(values.get("lease")),
                Loss.valueOf(values.getOrDefault("loss", "")),
                Long.parseLong(values.get("last")),
                Boolean.parseBoolean(values.get("growing")),
                Long.parseLong(values.get("window")),
                Integer.parseInt(values.get("slices")),
                Long.parseLong(values.get("skew")),
                Integer.parseInt(values.get("shards")),
                (BloomSpec) FilterSpec.parse(text.substring(spec + " spec=".length())));
    }

    boolean isWindowed() {
        return windowMillis > 0;
    }

    long sliceMillis() {
        return Math.max(1, windowMillis / slices);
    }

    /** For how long a generation is kept after the next one has begun: two leases more than keys are to be remembered, as an add may return so long after the server has its key. */
    long keptMillis() {
        return windowMillis + skewMillis + 2 * leaseMillis;
    }

    /** The plan of the generation after this one. */
    BloomSpec next(BloomSpec newest) {
        return growing ? blocked(newest.capacity() * 2, newest.targetFpp() / 2, newest) : newest;
    }

    /** A plan of the layout blocked; if a target is too low for blocks, with the lowest that is not. */
    private static BloomSpec blocked(long capacity, double targetFpp, BloomSpec like) {
        double target = targetFpp;
        for (int tries = 0; ; tries++) {
            try {
                return BloomSpec.of(capacity, target)
                        .withLayout(Layout.BLOCKED)
                        .withHash(like.hash())
                        .sized();
            } catch (IllegalArgumentException tooLow) {
                if (tries == MOST_HALVINGS) {
                    throw tooLow;
                }
                target = Math.min(like.targetFpp(), target * 2);
            }
        }
    }
}
