package dev.bloomery.redis.internal.shared;

import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.FilterSpec;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the head says of a generation: bits of their own, of which the newest takes what is added.
 *
 * @param id 1, 2, and so on
 * @param beginMillis when it became the newest, by the clock of the server
 * @param spec its plan, of the layout blocked, settled
 */
public record GenerationPlan(int id, long beginMillis, BloomSpec spec) {

    /** In the text for the head stands this for the time at which the server writes it. */
    static final String NOW = "<now>";

    /** The text of one that begins when the server writes it. */
    static String beginningNow(int id, BloomSpec spec) {
        return id + " " + NOW + " " + spec;
    }

    @Override
    public String toString() {
        return id + " " + beginMillis + " " + spec;
    }

    private static GenerationPlan parse(String line) {
        String[] words = line.split(" ", 3);
        return new GenerationPlan(
                Integer.parseInt(words[0]), Long.parseLong(words[1]), (BloomSpec) FilterSpec.parse(words[2]));
    }

    /** Reads the text of all generations, the oldest first. */
    static List<GenerationPlan> parseAll(String text) {
        return text.lines().map(GenerationPlan::parse).toList();
    }

    /** The text of all generations, the oldest first. */
    static String textOf(List<GenerationPlan> plans) {
        return plans.stream().map(GenerationPlan::toString).collect(Collectors.joining("\n"));
    }

    ChunkLayout layout() {
        return new ChunkLayout(spec.size().orElseThrow().sizeInBits() / Byte.SIZE);
    }
}
