package dev.bloomery.internal.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The entries of a directory, those at its last sync, and the changes since, each of which survives a power loss as a whole or not. */
final class SimulatedDirectory implements SimulatedNode {

    /** A node is created (no {@code from}), renamed, or deleted (no {@code to}). */
    private record Change(@Nullable String from, @Nullable String to, SimulatedNode node) {

        void applyTo(Map<String, SimulatedNode> entries) {
            if (to == null) {
                entries.remove(from);
                return;
            }
            if (from != null) {
                entries.remove(from, node);
            }
            entries.put(to, node);
        }

        Change copy(Map<SimulatedNode, SimulatedNode> copies) {
            return new Change(from, to, node.copy(copies));
        }
    }

    private final SortedMap<String, SimulatedNode> entries = new TreeMap<>();
    private final SortedMap<String, SimulatedNode> synced = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();

    @Nullable
    SimulatedNode get(String name) {
        return entries.get(name);
    }

    List<String> names() {
        return List.copyOf(entries.keySet());
    }

    void create(String name, SimulatedNode node) {
        change(new Change(null, name, node));
    }

    void rename(String from, String to, SimulatedNode node) {
        change(new Change(from, to, node));
    }

    void delete(String name, SimulatedNode node) {
        change(new Change(name, null, node));
    }

    private void change(Change change) {
        change.applyTo(entries);
        changes.add(change);
    }

    void sync() {
        synced.clear();
        synced.putAll(entries);
        changes.clear();
    }

    @Override
    public SimulatedDirectory copy(Map<SimulatedNode, SimulatedNode> copies) {
        SimulatedDirectory known = (SimulatedDirectory) copies.get(this);
        if (known != null) {
            return known;
        }
        SimulatedDirectory copy = new SimulatedDirectory();
        copies.put(this, copy);
        entries.forEach((name, node) -> copy.entries.put(name, node.copy(copies)));
        synced.forEach((name, node) -> copy.synced.put(name, node.copy(copies)));
        changes.forEach(change -> copy.changes.add(change.copy(copies)));
        return copy;
    }

    @Override
    public SimulatedDirectory afterPowerLoss(Fate fate, RandomGenerator random) {
        SortedMap<String, SimulatedNode> left = new TreeMap<>(synced);
        survivors(fate, random).forEach(change -> change.applyTo(left));
        SimulatedDirectory directory = new SimulatedDirectory();
        left.forEach((name, node) -> directory.entries.put(name, node.afterPowerLoss(fate, random)));
        directory.sync();
        return directory;
    }

    /** The first ones, as with a journal, or any: no rule says that a file system keeps the order of what is not synced. */
    private List<Change> survivors(Fate fate, RandomGenerator random) {
        return switch (fate) {
            case KEPT -> changes;
            case LOST -> List.of();
            case RANDOM ->
                random.nextBoolean()
                        ? changes.subList(0, random.nextInt(changes.size() + 1))
                        : changes.stream()
                                .filter(change -> random.nextBoolean())
                                .toList();
        };
    }
}
