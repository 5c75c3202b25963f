package dev.bloomery.gate.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The writes of a gate so far, by what they were and what became of them. Both lists may get longer in a
 * later release, so a {@code switch} over them needs a
 * default.
 */
public final class WriteCounts {
    /** What was asked of the gate. */
    public enum Operation {
        /** {@code addIfAbsent}. */
        ADD,
        /** {@code remove}. */
        REMOVE,
        /** {@code replace}. */
        REPLACE,
        /** {@code addOrProlong}. */
        PROLONG,
        /** {@code removeOwner}. */
        REMOVE_OWNER,
        /**
         * A transaction of the caller, by a ticket, and {@code writing} of a {@code LoadingGate}; however
         * many keys it has.
         */
        TICKET
    }

    /** What became of it. */
    public enum Outcome {
        /** The store did it; the ticket was committed. */
        DONE,
        /**
         * The store did nothing because of the keys: one that was to be added was there already, or one that
         * was to be removed was not.
         */
        NOT_DONE,
        /** The store failed, and has certainly done nothing; the ticket was rolled back. */
        FAILED,
        /** The store failed, and may have done it; the ticket was not told the outcome. */
        UNKNOWN,
        /** The gate did not ask the store: its filter was full, its disk had failed, or it was closed. */
        REFUSED
    }

    private final Map<Operation, Map<Outcome, Long>> counts = new EnumMap<>(Operation.class);

    /**
     * The counts of these writes.
     *
     * @param counts how many there were of each operation and each outcome; what is not in it is 0
     */
    public WriteCounts(Map<Operation, Map<Outcome, Long>> counts) {
        counts.forEach((operation, outcomes) -> {
            Map<Outcome, Long> copy = new EnumMap<>(Outcome.class);
            copy.putAll(outcomes);
            this.counts.put(operation, copy);
        });
    }

    /**
     * Writes of one kind with one outcome.
     *
     * @param operation what was asked
     * @param outcome what became of it
     * @return how many there were
     */
    public long count(Operation operation, Outcome outcome) {
        return counts.getOrDefault(operation, Map.of()).getOrDefault(outcome, 0L);
    }

    /**
     * Writes of one kind, whatever became of them.
     *
     * @param operation what was asked
     * @return how many there were
     */
    public long total(Operation operation) {
        return counts.getOrDefault(operation, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /**
     * Writes with one outcome, of all kinds.
     *
     * @param outcome what became of them
     * @return how many there were
     */
    public long total(Outcome outcome) {
        return counts.keySet().stream()
                .mapToLong(operation -> count(operation, outcome))
                .sum();
    }

    /**
     * All writes.
     *
     * @return how many there were
     */
    public long total() {
        return counts.keySet().stream().mapToLong(this::total).sum();
    }

    /** What is not 0, in one line: {@code add 5 done, 1 not done; remove 2 done}. */
    @Override
    public String toString() {
        List<String> operations = new ArrayList<>();
        counts.keySet().stream()
                .filter(operation -> total(operation) > 0)
                .forEach(operation -> operations.add(words(operation) + " " + outcomes(operation)));
        return operations.isEmpty() ? "none" : String.join("; ", operations);
    }

    private String outcomes(Operation operation) {
        List<String> outcomes = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            long count = count(operation, outcome);
            if (count > 0) {
                outcomes.add(String.format(Locale.ROOT, "%,d %s", count, words(outcome)));
            }
        }
        return String.join(", ", outcomes);
    }

    private static String words(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
