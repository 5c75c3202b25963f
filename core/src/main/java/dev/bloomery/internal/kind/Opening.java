package dev.bloomery.internal.kind;

import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.snapshot.Header;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot whose header was read and found right: what a kind needs to read the rest.
 *
 * @param in stands at the start of the body
 * @param hasher with the seed, which was proved by the known answer
 * @param rule who hears when the filter fills, and what to do then, unless the kind says otherwise
 * @param policy what the caller said to do then; null if nothing
 */
public record Opening<K>(
        SnapshotInput in,
        KeyHasher<K> hasher,
        Seed seed,
        boolean singleWriter,
        CapacityRule rule,
        @Nullable CapacityPolicy policy,
        InstantSource clock) {

    /** The plan in a header; what is none is damage. */
    public static FilterSpec parse(String text, SnapshotInput in) throws IOException {
        try {
            return FilterSpec.parse(text);
        } catch (IllegalArgumentException | ArithmeticException notOne) {
            throw in.invalid("its spec is none (" + notOne.getMessage() + ")");
        }
    }

    /** What to do when the filter is full: what was said, and where nothing was, what the kind says. */
    public CapacityRule rule(CapacityPolicy ofTheKind) {
        return rule.with(policy == null ? ofTheKind : policy);
    }

    public StateInput state() {
        Header header = in.header();
        return new StateInput(header.state(), in.name());
    }

    /** No file has more bits than an array can hold: none of that kind could be written. */
    public void requireHeap(long bits, long most) throws IOException {
        if (bits > most) {
            throw in.invalid("its spec has " + bits + " bits, more than the " + most + " of the largest filter");
        }
    }

    /** Reads on to the end and checks all that was read. */
    public void end() throws IOException {
        in.end();
    }
}
