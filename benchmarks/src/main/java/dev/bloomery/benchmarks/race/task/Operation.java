package dev.bloomery.benchmarks.race.task;

import dev.bloomery.benchmarks.result.Names;
import java.util.Arrays;

/** What is measured. */
public enum Operation {
    /** Adds one key; of a static filter, its share of the build. */
    ADD(Names.ADD),
    /** Adds all keys in one call. */
    BULK_ADD(Names.BULK_ADD),
    /** Asks for a key that is in. */
    HIT(Names.HIT),
    /** Asks for a key that is not. */
    MISS(Names.MISS),
    /** Asks for a key that is in or not, by the toss of a coin. */
    MIX(Names.MIX),
    BATCH_HIT(Names.BATCH_HIT),
    BATCH_MISS(Names.BATCH_MISS),
    BATCH_MIX(Names.BATCH_MIX),
    /** Takes a key back. */
    REMOVE(Names.REMOVE),
    /** A hit in a process that uses many kinds of filters through one interface. */
    HIT_MANY_KINDS(Names.HIT_MANY_KINDS),
    MISS_MANY_KINDS(Names.MISS_MANY_KINDS),
    /** Of the floor: random cache lines, one a call. */
    SINGLE_READ(Names.SINGLE_READ),
    /** Of the floor: random cache lines in a plain loop. */
    OVERLAPPED_READ(Names.OVERLAPPED_READ),
    /** Of the floor: random cache lines, each address known only from the line before. */
    DEPENDENT_READ(Names.DEPENDENT_READ),
    /** Of the floor: our hash of a key and nothing else. */
    HASH(Names.HASH);

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** As it stands in results. */
    public String label() {
        return label;
    }

    public static Operation of(String label) {
        return Arrays.stream(values())
                .filter(operation -> operation.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation is called " + label));
    }
}
