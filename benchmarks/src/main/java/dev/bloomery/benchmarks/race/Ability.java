package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.Trait;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.race.measure.ManyKinds;
import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Operation;
import dev.bloomery.benchmarks.race.task.Task;

/** Which contestant can be asked for which operation. */
final class Ability {
    /** All keys of a bulk add are in memory. */
    private static final long MOST_URLS_IN_MEMORY = 10_000_000;

    private Ability() {}

    static boolean has(String name, KeyType type, long keys, Measure measure) {
        if (name.equals(Task.FLOOR)) {
            return switch (measure.operation()) {
                case SINGLE_READ, OVERLAPPED_READ, DEPENDENT_READ, HASH -> true;
                default -> false;
            };
        }
        if (Contestants.isLeftOut(name)) {
            return false;
        }
        Contestant contestant = Contestants.named(name);
        return contestant.takes(type) && can(contestant, type, keys, measure.operation(), measure.threads() > 1);
    }

    private static boolean can(
            Contestant contestant, KeyType type, long keys, Operation operation, boolean severalThreads) {
        return switch (operation) {
            case ADD -> !severalThreads || contestant.has(Trait.SHARED_ADDS);
            case BULK_ADD ->
                !severalThreads
                        && contestant.has(Trait.BATCHES)
                        && !contestant.isStatic()
                        && (type == KeyType.LONG || keys <= MOST_URLS_IN_MEMORY);
            case HIT, MISS, MIX -> !severalThreads || !contestant.has(Trait.EXCLUSIVE_QUERIES);
            case BATCH_HIT, BATCH_MISS, BATCH_MIX -> contestant.has(Trait.BATCHES);
            case REMOVE ->
                type == KeyType.LONG
                        && contestant.has(Trait.REMOVES)
                        && (!severalThreads || contestant.has(Trait.SHARED_ADDS));
            case HIT_MANY_KINDS, MISS_MANY_KINDS -> type == KeyType.LONG && ManyKinds.KINDS.contains(contestant.name());
            case SINGLE_READ, OVERLAPPED_READ, DEPENDENT_READ, HASH -> false;
        };
    }
}
