package dev.bloomery.internal.replica;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.spec.BloomSpec;

/**
 * A copy of the bits of a filter that is kept elsewhere. It has the bits of a local filter of the same spec, and its bytes are the words of that
 * filter, the lowest byte first.
 *
 * <p>Contract: bits only go from 0 to 1. Any number of threads may add, load and ask. A reader that learned of a change by any synchronisation
 * sees it.
 */
public final class BitReplica {
    private final BloomTable table;
    private final BlockedGeometry geometry;

    private BitReplica(BlockedGeometry geometry) {
        this.geometry = geometry;
        this.table = BloomTable.of(geometry, true);
    }

    /** An empty copy of a filter of this plan, whose layout is the blocked one. */
    public static BitReplica of(BloomSpec spec) {
        if (SpecGeometry.of(spec) instanceof BlockedGeometry blocked) {
            return new BitReplica(blocked);
        }
        throw new IllegalArgumentException("the layout is that of " + spec + ", but only BLOCKED has replicas");
    }

    /** Adds the key of this hash; whether that changed a bit. */
    public boolean addHash(long hash) {
        return table.addHash(hash);
    }

    /** Whether all bits of this hash are set. */
    public boolean mightContainHash(long hash) {
        return table.mightContainHash(hash);
    }

    /** Bits that a key sets, at most. */
    public int probes() {
        return geometry.probes();
    }

    /** The bit that probe {@code probe} of this hash looks at; byte {@code position / 8} has it at {@code position % 8} from its lowest. */
    public long position(long hash, int probe) {
        return geometry.position(hash, probe);
    }

    /** Words of 64 bits in which a key has bits: two or four, all of them in one block of eight. */
    public int wordsOfKey() {
        return geometry.shape().words();
    }

    /** Word {@code which} of those in which this hash has bits; bytes {@code 8 * word} and following of the copy. They are all different. */
    public long word(long hash, int which) {
        return geometry.block(hash) * BlockShape.BLOCK_WORDS + geometry.word(hash, which);
    }

    /** The bits of this hash in {@link #word}. */
    public long mask(long hash, int which) {
        return geometry.mask(hash, which);
    }

    /** How many bytes the copy has; a multiple of 64. */
    public long byteLength() {
        return BloomTable.byteLength(geometry);
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return table.memoryBytes();
    }

    /** The share of the bits that are set. */
    public double fill() {
        return (double) table.setBits() / geometry.bits();
    }

    /** The chance that an absent key looks present with the bits as they are. */
    public double currentFpp() {
        return table.currentFpp();
    }

    /** Copies bytes from {@code position} on, a multiple of eight, to the start of {@code target}. */
    public void copyBytes(long position, byte[] target, int length) {
        table.copyBytes(position, target, length);
    }

    /**
     * Sets every bit that is 1 in {@code source[from .. from + length)}, whose first byte is byte {@code position} of the copy. All of them
     * are multiples of eight.
     */
    public void orBytes(long position, byte[] source, int from, int length) {
        table.orBytes(position, source, from, length, true);
    }

    /** {@link #orBytes}, as long as no other thread knows of this copy. */
    public void orBytesAlone(long position, byte[] source, int from, int length) {
        table.orBytes(position, source, from, length, false);
    }

    /** Sets every bit that is 1 in another copy, of the same plan. */
    public void orAll(BitReplica other) {
        table.unionWith(other.table);
    }
}
