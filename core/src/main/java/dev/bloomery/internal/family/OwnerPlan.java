package dev.bloomery.internal.family;

import dev.bloomery.internal.geometry.ClassicGeometry;
import dev.bloomery.internal.geometry.ClassicSizing;
import dev.bloomery.internal.geometry.HashCollisions;
import dev.bloomery.internal.geometry.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the filter of one owner grows, and why its FPP stays below the target at every size.
 *
 * <p>The first keys are a list of fingerprints of {@link #width} bits: n different ones answer <i>maybe</i> to n of 2^width absent keys,
 * so the full list takes {@code listKeys / 2^width} of the target, at most {@link #LIST_SHARE}. Further keys go to classic Bloom slices.
 * Each takes half as many keys as all before it, at the target {@code rest * (1 - r) * r^i}; all of them together stay below the rest,
 * however many there are.
 *
 * <p>The list is long enough for 24 keys at least and for less than twice as many, whatever the target: a fingerprint of one more bit pays for
 * twice the keys. A list can be cut to what is in it, which a Bloom filter cannot, and needs 12 bits a key at 1 %; searching it is a few loads.
 *
 * <p>A family on disk keeps its plan with the sizes of everything: whoever reads the records needs the very same ones, and logarithms may
 * differ in their last bit on another machine.
 */
public final class OwnerPlan {
    /** Below it, the hashes of the keys of a large owner would collide more often than the target allows. */
    public static final double LOWEST_FPP = 1e-9;

    /** More than fit into {@link #MAX_BYTES}, and than a record can count. */
    static final int MAX_SLICES = 48;

    /** Of one owner's record. */
    static final int MAX_BYTES = 1 << 30;

    /** Bytes that {@link #writeTo} writes. */
    static final int STORED_BYTES = 20 + MAX_SLICES * 24;

    private static final int LEAST_LIST_KEYS = 24;
    private static final int MOST_LIST_KEYS = 255;
    private static final int MOST_WIDTH = 56;
    private static final double LIST_SHARE = 0.6;
    private static final double SLICE_RATIO = 0.85;

    /** What a record has beside its slices is far less than this. */
    private static final int HEAD_ROOM = 1 << 16;

    /**
     * A Bloom slice.
     *
     * @param keys how many keys that set a bit it takes: of as many as it was sized for, some do not
     * @param fpp with all of them
     * @param end bytes of this slice and all before it
     */
    record Slice(ClassicGeometry geometry, int keys, double fpp, int end) {
        int bytes() {
            return (int) (geometry.bits() >>> 3);
        }
    }

    private final double targetFpp;
    private final int width;
    private final int listKeys;
    private final List<Slice> slices;

    /** Sizes everything: some ten milliseconds, because small slices are sized exactly. */
    public OwnerPlan(double targetFpp) {
        this.targetFpp = targetFpp;
        double listTarget = LIST_SHARE * targetFpp;
        this.width = (int) Math.ceil(Math.log(LEAST_LIST_KEYS / listTarget) / Math.log(2));
        this.listKeys = (int) (listTarget * Math.scalb(1.0, width));
        this.slices = sizedSlices(listKeys, targetFpp - Math.scalb((double) listKeys, -width));
    }

    private OwnerPlan(double targetFpp, int width, int listKeys, List<Slice> slices) {
        this.targetFpp = targetFpp;
        this.width = width;
        this.listKeys = listKeys;
        this.slices = List.copyOf(slices);
    }

    /** As many slices as an owner can have: until they are too large, or hashes of 64 bits cannot tell so many keys apart. */
    private static List<Slice> sizedSlices(int listKeys, double rest) {
        List<Slice> slices = new ArrayList<>();
        long total = listKeys;
        int end = 0;
        double target = rest * (1 - SLICE_RATIO);
        while (slices.size() < MAX_SLICES) {
            long capacity = total / 2;
            double bytes = capacity * ClassicSizing.bitsPerKey(target) / 8;
            if (target < Limits.lowestFpp(capacity) || end + bytes > 0.95 * MAX_BYTES) {
                break;
            }
            ClassicGeometry geometry = ClassicSizing.of(capacity, target);
            end += (int) (geometry.bits() >>> 3);
            int keys = (int) Math.round(geometry.newAmong(capacity));
            slices.add(new Slice(geometry, keys, geometry.fpp(capacity), end));
            total += capacity;
            target *= SLICE_RATIO;
        }
        return List.copyOf(slices);
    }

    /**
     * Writes the plan: target 8, width 4, keys in the list 4, slices 4; for each of {@link #MAX_SLICES}: bits 8, probes 4, keys 4, FPP 8, or
     * zeros.
     */
    void writeTo(ByteBuffer to) {
        int start = to.position();
        to.putDouble(targetFpp).putInt(width).putInt(listKeys).putInt(slices.size());
        for (Slice slice : slices) {
            to.putLong(slice.geometry().bits()).putInt(slice.geometry().probes());
            to.putInt(slice.keys()).putDouble(slice.fpp());
        }
        to.position(start + STORED_BYTES);
    }

    /** Reads what was written, or null if it cannot be a plan. */
    static @Nullable OwnerPlan read(ByteBuffer from) {
        int start = from.position();
        double targetFpp = from.getDouble();
        int width = from.getInt();
        int listKeys = from.getInt();
        int count = from.getInt();
        boolean sound = targetFpp > 0 && targetFpp < 1 && width >= 1 && width <= MOST_WIDTH;
        sound &= listKeys >= 1 && listKeys <= MOST_LIST_KEYS && count >= 0 && count <= MAX_SLICES;
        List<Slice> slices = new ArrayList<>();
        long end = 0;
        for (int i = 0; sound && i < count; i++) {
            long bits = from.getLong();
            int probes = from.getInt();
            int keys = from.getInt();
            double fpp = from.getDouble();
            sound = bits >= 64 && (bits & 63) == 0 && bits >> 3 <= MAX_BYTES - HEAD_ROOM - end;
            sound &= probes >= 1 && probes <= Limits.MAX_PROBES && keys >= 1 && fpp >= 0 && fpp <= 1;
            end += bits >> 3;
            slices.add(new Slice(new ClassicGeometry(bits, probes), keys, fpp, (int) end));
        }
        from.position(start + STORED_BYTES);
        return sound ? new OwnerPlan(targetFpp, width, listKeys, slices) : null;
    }

    public double targetFpp() {
        return targetFpp;
    }

    /** Bits of a fingerprint, 6 to 36. */
    int width() {
        return width;
    }

    int listKeys() {
        return listKeys;
    }

    /** How many slices an owner can have. */
    int slices() {
        return slices.size();
    }

    Slice slice(int index) {
        return slices.get(index);
    }

    /**
     * The mean FPP of many owners, at most.
     *
     * @param listed keys in the lists of all of them
     * @param slicesAt how many have slice i
     */
    public double meanFpp(long owners, long listed, long[] slicesAt) {
        if (owners == 0) {
            return 0;
        }
        double sum = Math.scalb((double) listed, -width);
        for (int i = 0; i < slices.size(); i++) {
            sum += slicesAt[i] * slices.get(i).fpp();
        }
        return Math.min(1, sum / owners + HashCollisions.fpp(owners));
    }
}
