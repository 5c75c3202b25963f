package dev.bloomery;

import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.snapshot.Header;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import java.io.IOException;
import java.time.InstantSource;

/**
 * A snapshot whose header was read and found right: what a kind needs to read the rest.
 *
 * @param in stands at the start of the body
 * @param hasher with the seed, which was proved by the known answer
 */
record Opening<K>(SnapshotInput in, KeyHasher<K> hasher, Seed seed, SnapshotLoader<K> loader) {

    /** The plan in a header; what is none is damage. */
    static FilterSpec parse(String text, SnapshotInput in) throws IOException {
        try {
            return FilterSpec.parse(text);
        } catch (IllegalArgumentException | ArithmeticException notOne) {
            throw in.invalid("its spec is none (" + notOne.getMessage() + ")");
        }
    }

    boolean singleWriter() {
        return loader.singleWriter;
    }

    InstantSource clock() {
        return loader.clock;
    }

    CapacityRule rule() {
        return rule(CapacityRule.DEFAULT.policy());
    }

    CapacityRule rule(CapacityPolicy ofTheKind) {
        return loader.rule(ofTheKind);
    }

    StateInput state() {
        Header header = in.header();
        return new StateInput(header.state(), in.name());
    }

    /** No file has more bits than an array can hold: none of that kind could be written. */
    void requireHeap(long bits, long most) throws IOException {
        if (bits > most) {
            throw in.invalid("its spec has " + bits + " bits, more than the " + most + " of the largest filter");
        }
    }

    /** Reads on to the end and checks all that was read. */
    void end() throws IOException {
        in.end();
    }
}
