package dev.bloomery.gate.simulation;

import dev.bloomery.gate.simulation.engine.Choices;
import dev.bloomery.gate.simulation.engine.Crash;
import dev.bloomery.gate.simulation.engine.Durability;
import dev.bloomery.gate.simulation.engine.ModelFilter;
import dev.bloomery.gate.simulation.engine.Scenario;
import dev.bloomery.gate.simulation.engine.SimulatedStore;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.task.BypassingInsert;
import dev.bloomery.gate.simulation.task.DropOnce;
import dev.bloomery.gate.simulation.task.LeasedInsert;
import dev.bloomery.gate.simulation.task.ListenToFeed;
import dev.bloomery.gate.simulation.task.LookUp;
import dev.bloomery.gate.simulation.task.LookUpBoth;
import dev.bloomery.gate.simulation.task.OthersDelete;
import dev.bloomery.gate.simulation.task.OthersInsert;
import dev.bloomery.gate.simulation.task.Prolong;
import dev.bloomery.gate.simulation.task.RebuildOnce;
import dev.bloomery.gate.simulation.task.Transaction;
import dev.bloomery.gate.simulation.task.WriteOnce;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;

/** Scenarios by chance, of some sorts. */
final class RandomScenario {
    /** What a scenario is about. */
    enum Sort {
        /** The gate sees all writes. */
        ALONE,
        /** Half of the writes are in doubt. */
        DOUBTFUL,
        /** Two writes of one key are in doubt, a rebuild, and a delete of the key. */
        DOUBTS_AND_DELETE,
        /** A write of a key is in doubt that the filter takes for present. */
        DOUBT_AND_LOOKUPS,
        /** A delete of an owner is in doubt while one of its keys is looked up. */
        OWNER_IN_DOUBT,
        /** Two writes of one key are in doubt, a rebuild, a crash that leaves a filter, and deletes of the key. */
        DOUBTS_AND_CRASH,
        /** Others write, and announce what they insert. */
        FED,
        /** Others write, and their announcements are late. */
        LEASED,
        /** An announcement is late, and its key is asked for. */
        LEASED_AND_LOOKUPS,
        /** Some writes go past the gate. */
        BYPASSED,
        /** The process is gone at some moment. */
        CRASHING,
        /** Keys expire, in the store and in the filter. */
        EXPIRING,
        /** Keys belong to owners, whose keys are deleted all at once now and then. */
        OWNED,
        /** The process is gone at some moment, and has left a filter; some writes go past the gate. */
        DURABLE,
        /** An announcement is late, and its key is deleted while another one with the same mark is looked up. */
        LEASED_AND_DELETE,
        /** Two keys are inserted beside a rebuild, and one of them has no room in what is being built. */
        FULL_AND_REBUILD,
        /** A key is added, and prolonged again and again, where keys expire in the store and in the filter. */
        ADDED_OR_PROLONGED
    }

    /** The sorts that chance chooses from: another number of them would make other scenarios of all seeds. */
    private static final List<Sort> BY_CHANCE = List.copyOf(EnumSet.range(Sort.ALONE, Sort.DURABLE));

    private static final int LONGEST_WRITE = 3;
    private static final int LEASE = 2;
    private static final int TIME_TO_LIVE = 6;

    private final Choices choices;
    private final Sort sort;
    private final int keys;

    private RandomScenario(Choices choices, Sort sort) {
        this.choices = choices;
        this.sort = sort;
        this.keys = 2 + (sort == Sort.DOUBTFUL ? 0 : choices.below(3));
    }

    /** One of any sort; half of them of the first. */
    static Scenario any(Choices choices) {
        return of(choices, choices.oneIn(2) ? Sort.ALONE : BY_CHANCE.get(choices.below(BY_CHANCE.size())), 0);
    }

    /** @param windowShorterBy by how much the filter forgets too early */
    static Scenario of(Choices choices, Sort sort, int windowShorterBy) {
        if (sort == Sort.LEASED_AND_LOOKUPS || sort == Sort.LEASED_AND_DELETE) {
            return ofLateAnnouncement(sort);
        }
        if (sort == Sort.ADDED_OR_PROLONGED) {
            return ofProlongedKey();
        }
        List<Supplier<Task>> ofOneKey = tasksOfOneKey(sort);
        if (!ofOneKey.isEmpty()) {
            return ofOneKey(sort, ofOneKey);
        }
        RandomScenario random = new RandomScenario(choices, sort);
        boolean expiring = sort == Sort.EXPIRING;
        List<Supplier<Task>> tasks = random.mixedTasks();
        boolean roomy = expiring || tasks.stream().anyMatch(task -> task.get() instanceof Transaction);
        return new Scenario(
                new ModelFilter.Shape(
                        choices.oneIn(4),
                        choices.oneIn(2) ? choices.below(1 << random.keys) : 0,
                        roomy || choices.oneIn(2) ? 100 : 1 + choices.below(3),
                        roomy || !choices.oneIn(8) ? 1_000 : 2 + choices.below(6),
                        expiring ? TIME_TO_LIVE + LONGEST_WRITE - windowShorterBy : 0),
                !expiring && sort != Sort.OWNED && !choices.oneIn(4),
                new SimulatedStore.Shape(
                        random.keys, random.failsOneIn(), choices.oneIn(2), expiring ? TIME_TO_LIVE : 0),
                choices.below(1 << random.keys),
                !choices.oneIn(6),
                choices.oneIn(2) ? 2 : 8,
                choices.oneIn(4) ? 0 : 8,
                sort != Sort.FED && sort != Sort.LEASED && !expiring,
                random.hasTime() ? LONGEST_WRITE : 0,
                sort == Sort.OWNED,
                random.durability(),
                sort == Sort.LEASED ? LEASE : 0,
                tasks);
    }

    /** What takes too long to happen by chance. */
    private static List<Supplier<Task>> tasksOfOneKey(Sort sort) {
        Supplier<Task> insert = () -> new WriteOnce(StoreChange.INSERT, 0, 1);
        Supplier<Task> delete = () -> new WriteOnce(StoreChange.DELETE, 0, 1);
        Supplier<Task> lookup = () -> new LookUp(0);
        return switch (sort) {
            case DOUBTS_AND_DELETE -> List.of(insert, insert, RebuildOnce::new, delete);
            case DOUBT_AND_LOOKUPS -> List.of(insert, lookup, lookup, lookup);
            case OWNER_IN_DOUBT -> List.of(() -> new DropOnce(0), lookup, lookup, lookup);
            case DOUBTS_AND_CRASH -> {
                Supplier<Task> deleteLater = () -> new WriteOnce(StoreChange.DELETE, 0, 1).afterCrash();
                yield List.of(insert, insert, RebuildOnce::new, Crash::new, deleteLater, deleteLater);
            }
            case FULL_AND_REBUILD -> List.of(insert, () -> new WriteOnce(StoreChange.INSERT, 1, 0), RebuildOnce::new);
            default -> List.of();
        };
    }

    private static Scenario ofOneKey(Sort sort, List<Supplier<Task>> tasks) {
        boolean owner = sort == Sort.OWNER_IN_DOUBT;
        boolean crash = sort == Sort.DOUBTS_AND_CRASH;
        boolean full = sort == Sort.FULL_AND_REBUILD;
        return new Scenario(
                new ModelFilter.Shape(false, sort == Sort.DOUBT_AND_LOOKUPS ? 1 : 0, 100, full ? 2 : 1_000, 0),
                !owner,
                new SimulatedStore.Shape(2, full ? 0 : 2, false, 0),
                owner ? 1 : 0,
                true,
                2,
                8,
                true,
                crash ? LONGEST_WRITE : 0,
                owner,
                crash ? Durability.ALWAYS : Durability.NONE,
                0,
                tasks);
    }

    private static Scenario ofLateAnnouncement(Sort sort) {
        boolean deletes = sort == Sort.LEASED_AND_DELETE;
        Supplier<Task> insert = () -> new LeasedInsert(0);
        Supplier<Task> lookup = () -> new LookUp(deletes ? 1 : 0);
        return new Scenario(
                new ModelFilter.Shape(deletes, 0, 100, 1_000, 0),
                true,
                new SimulatedStore.Shape(2, 0, false, 0),
                deletes ? 2 : 0,
                true,
                2,
                8,
                false,
                LONGEST_WRITE,
                false,
                Durability.NONE,
                LEASE,
                deletes
                        ? List.of(insert, () -> new WriteOnce(StoreChange.DELETE, 0, 1), lookup)
                        : List.of(insert, lookup, lookup, ListenToFeed::new, ListenToFeed::new));
    }

    private static Scenario ofProlongedKey() {
        Supplier<Task> prolong = () -> new WriteOnce(StoreChange.ADD_OR_PROLONG, 0, 1);
        Supplier<Task> lookup = () -> new LookUp(0);
        return new Scenario(
                new ModelFilter.Shape(false, 0, 100, 1_000, TIME_TO_LIVE + LONGEST_WRITE),
                false,
                new SimulatedStore.Shape(2, 4, false, TIME_TO_LIVE),
                0,
                true,
                2,
                8,
                false,
                LONGEST_WRITE,
                false,
                Durability.NONE,
                0,
                List.of(prolong, prolong, prolong, lookup, lookup, RebuildOnce::new));
    }

    private boolean hasTime() {
        return sort == Sort.FED
                || sort == Sort.LEASED
                || sort == Sort.CRASHING
                || sort == Sort.EXPIRING
                || (sort == Sort.DURABLE && choices.oneIn(2));
    }

    private Durability durability() {
        if (sort != Sort.DURABLE) {
            return Durability.NONE;
        }
        return choices.oneIn(4) ? Durability.NOW_AND_THEN : Durability.ALWAYS;
    }

    private int failsOneIn() {
        if (sort == Sort.DOUBTFUL) {
            return 2;
        }
        return choices.oneIn(2) ? 0 : 4;
    }

    private List<Supplier<Task>> mixedTasks() {
        List<Supplier<Task>> tasks = new ArrayList<>();
        int count = 3 + choices.below(sort == Sort.DOUBTFUL ? 9 : 6);
        for (int i = 0; i < count; i++) {
            tasks.add(task());
        }
        if (sort == Sort.CRASHING || sort == Sort.DURABLE) {
            tasks.add(Crash::new);
        }
        if (sort == Sort.CRASHING) {
            tasks.add(RebuildOnce::new);
        }
        for (int i = 0; sort == Sort.LEASED && i < 3; i++) {
            tasks.add(ListenToFeed::new);
        }
        return tasks;
    }

    private Supplier<Task> task() {
        int key = sort == Sort.DOUBTFUL && !choices.oneIn(4) ? 0 : choices.below(keys);
        int other = (key + 1 + choices.below(keys - 1)) % keys;
        int kind = choices.below(100);
        if (kind < 30) {
            return () -> new LookUp(key);
        }
        if (kind < 36) {
            return () -> new LookUpBoth(key, other);
        }
        if (kind < 52) {
            return RebuildOnce::new;
        }
        return write(key, other, kind);
    }

    private Supplier<Task> write(int key, int other, int kind) {
        if (sort == Sort.FED && kind < 72) {
            return kind < 66 ? () -> new OthersInsert(key) : () -> new OthersDelete(key);
        }
        if (sort == Sort.LEASED && kind < 72) {
            return kind < 68 ? () -> new LeasedInsert(key) : () -> new OthersDelete(key);
        }
        if ((sort == Sort.BYPASSED && kind < 65) || (sort == Sort.DURABLE && kind < 55)) {
            return () -> new BypassingInsert(key);
        }
        if (sort == Sort.OWNED && kind < 65) {
            return () -> new DropOnce(key >> 1);
        }
        if (sort == Sort.EXPIRING && kind < 70) {
            return kind < 61 ? () -> new Prolong(key) : () -> new WriteOnce(StoreChange.ADD_OR_PROLONG, key, other);
        }
        if (sort == Sort.ALONE && kind < 60) {
            int deleted = choices.oneIn(4) ? key : other;
            return () -> new Transaction(key, deleted);
        }
        if (kind < 82) {
            return () -> new WriteOnce(StoreChange.INSERT, key, other);
        }
        return kind < 95
                ? () -> new WriteOnce(StoreChange.DELETE, key, other)
                : () -> new WriteOnce(StoreChange.REPLACE, key, other);
    }
}
