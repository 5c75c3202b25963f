package dev.bloomery.redis.internal.shared;

import java.util.ArrayList;
import java.util.List;

/**
 * A chunk, and how long it must be.
 *
 * @param generation of which it has bits
 * @param chunk its number
 * @param length with its header
 */
public record ChunkName(int generation, int chunk, int length) {

    /** Those of a generation. */
    static List<ChunkName> allOf(GenerationPlan plan) {
        ChunkLayout layout = plan.layout();
        List<ChunkName> all = new ArrayList<>();
        for (int chunk = 0; chunk < layout.chunks(); chunk++) {
            all.add(new ChunkName(plan.id(), chunk, layout.length(chunk)));
        }
        return all;
    }

    /** Those of generations. */
    static List<ChunkName> allOf(List<GenerationPlan> plans) {
        return plans.stream().flatMap(plan -> allOf(plan).stream()).toList();
    }
}
