package dev.bloomery.redis.internal.shared;

import dev.bloomery.internal.replica.BitReplica;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The copy of the bits in this process: those of every generation, the oldest first. A replica does not change which generations it has; another one
 * that shares their bits takes its place. For any number of threads.
 */
public final class Replica {
    private final List<Part> parts;
    private final BitReplica[] bits;

    /** A generation with its bits. */
    record Part(GenerationPlan plan, BitReplica bits) {}

    private Replica(List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.bits = parts.stream().map(Part::bits).toArray(BitReplica[]::new);
    }

    /** One without generations. */
    static Replica none() {
        return new Replica(List.of());
    }

    /** Some of the generations of another one. */
    static Replica of(Replica all, List<GenerationPlan> some) {
        return new Replica(
                all.parts.stream().filter(part -> some.contains(part.plan)).toList());
    }

    /** These generations, with the bits that are known here of those that are known here. */
    Replica with(List<GenerationPlan> plans) {
        Map<Integer, Part> known = new HashMap<>();
        parts.forEach(part -> known.put(part.plan.id(), part));
        List<Part> now = new ArrayList<>();
        for (GenerationPlan plan : plans) {
            Part before = known.get(plan.id());
            if (before != null && before.plan.spec().equals(plan.spec())) {
                now.add(new Part(plan, before.bits));
            } else {
                now.add(new Part(plan, BitReplica.of(plan.spec())));
            }
        }
        return new Replica(now);
    }

    /** The generations of both, with the bits of both; those of this one are set here. */
    Replica unionWith(Replica other) {
        Map<Integer, Part> all = new TreeMap<>();
        other.parts.forEach(part -> all.put(part.plan.id(), part));
        for (Part part : parts) {
            Part before = all.put(part.plan.id(), part);
            if (before != null && before.bits != part.bits && before.plan.spec().equals(part.plan.spec())) {
                part.bits.orAll(before.bits);
            }
        }
        return new Replica(List.copyOf(all.values()));
    }

    /** Whether a generation has all bits of the hash. */
    boolean mightContainHash(long hash) {
        // the newest first: it has most of what is asked for
        for (int i = bits.length - 1; i >= 0; i--) {
            if (bits[i].mightContainHash(hash)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a generation before the newest has all bits of the hash. */
    boolean olderMightContainHash(long hash) {
        for (int i = bits.length - 2; i >= 0; i--) {
            if (bits[i].mightContainHash(hash)) {
                return true;
            }
        }
        return false;
    }

    List<Part> parts() {
        return parts;
    }

    List<GenerationPlan> plans() {
        return parts.stream().map(Part::plan).toList();
    }

    Optional<Part> part(int generation) {
        return parts.stream().filter(part -> part.plan.id() == generation).findFirst();
    }

    Part newest() {
        return parts.get(parts.size() - 1);
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    long memoryBytes() {
        return parts.stream().mapToLong(part -> part.bits.memoryBytes()).sum();
    }

    /** The chance that an absent key looks present, with the bits as they are. */
    double currentFpp() {
        double none = 1;
        for (BitReplica part : bits) {
            none *= 1 - part.currentFpp();
        }
        return 1 - none;
    }
}
