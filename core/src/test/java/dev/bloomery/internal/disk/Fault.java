package dev.bloomery.internal.disk;

import java.util.EnumSet;
import java.util.Set;

/**
 * Which operations of a {@link FaultyDisk} fail: the one of a number, from 0, or all from there on; of all kinds, or counting only some.
 *
 * <pre>{@code
 * Fault.at(7)                                       // the eighth operation
 * Fault.from(7)                                     // and all later ones
 * Fault.at(0).of(SYNC)                              // the next sync
 * Fault.from(0).of(APPEND, CREATE)                  // the disk is full
 * Fault.at(2).of(APPEND).afterPart(0.5)             // half of its bytes are written
 * }</pre>
 *
 * @param part how much of an append is written before it fails, from 0 to 1
 */
public record Fault(Set<DiskOperation> kinds, long number, boolean lasting, double part) {

    public static Fault at(long number) {
        return new Fault(EnumSet.allOf(DiskOperation.class), number, false, 0);
    }

    public static Fault from(long number) {
        return new Fault(EnumSet.allOf(DiskOperation.class), number, true, 0);
    }

    public Fault of(DiskOperation first, DiskOperation... others) {
        return new Fault(EnumSet.of(first, others), number, lasting, part);
    }

    public Fault afterPart(double part) {
        return new Fault(kinds, number, lasting, part);
    }

    boolean hits(long number) {
        return lasting ? number >= this.number : number == this.number;
    }

    @Override
    public String toString() {
        String which = kinds.size() == DiskOperation.values().length ? "operation" : kinds.toString();
        String when = (lasting ? " from " : " ") + number + (lasting ? " on" : "");
        return which + when + " fails" + (part == 0 ? "" : " after a part of " + part);
    }
}
