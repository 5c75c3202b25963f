package dev.bloomery.internal.kind;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.ScalableSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** The slices of a scalable filter, as its snapshot keeps them: their number, and of each its settled spec and its insertions. */
public record ScalableState(List<Slice> slices) {

    /** A slice and its insertions; its spec is settled. */
    public record Slice(BloomSpec spec, long insertions) {
        public long keys() {
            return SpecGeometry.of(spec).keysAfter(insertions);
        }
    }

    public ByteBuffer toState() {
        StateOutput state = new StateOutput().putInt(slices.size());
        for (Slice slice : slices) {
            state.putText(slice.spec().toString()).putLong(slice.insertions());
        }
        return state.toBuffer();
    }

    public static ScalableState read(StateInput state, ScalableSpec spec, SnapshotInput in) throws IOException {
        int count = state.takeInt("a number of slices of", ScalableSpec.MAX_SLICES);
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            BloomSpec slice = slice(state.takeText(), spec, i, in);
            slices.add(new Slice(slice, state.takeCount("an insertion count of", Limits.MAX_CAPACITY)));
        }
        state.end();
        if (count == 0) {
            throw in.invalid("it says it has no slices");
        }
        return new ScalableState(slices);
    }

    private static BloomSpec slice(String text, ScalableSpec spec, int index, SnapshotInput in) throws IOException {
        if (Opening.parse(text, in) instanceof BloomSpec slice
                && spec.isSlice(index, slice)
                && slice.size().isPresent()
                && slice.hash() == spec.hash()
                && slice.size().get().sizeInBits() <= Words.MAX_BITS) {
            return slice;
        }
        throw in.invalid("a slice cannot be: '" + text + "'");
    }

    public long insertions() {
        return slices.stream().mapToLong(Slice::insertions).sum();
    }

    /** Distinct ones, by formula. */
    public long keys() {
        return slices.stream().mapToLong(Slice::keys).sum();
    }

    public long bits() {
        return slices.stream()
                .mapToLong(slice -> SpecGeometry.of(slice.spec()).bits())
                .sum();
    }

    /** By formula, for the insertions. */
    public double expectedSetBits() {
        return slices.stream()
                .mapToDouble(slice -> SpecGeometry.of(slice.spec()).setBitsFor(slice.keys()))
                .sum();
    }

    /**
     * The chance that at least one of the slices answers <i>maybe</i> to an absent key, by formula.
     *
     * @param setBits those of the slice with this number; asked only of one that is far too full
     */
    public double expectedFpp(IntToLongFunction setBits) {
        return TableLoad.fppOfAny(IntStream.range(0, slices.size()).mapToDouble(i -> {
            BloomSpec spec = slices.get(i).spec();
            return TableLoad.fpp(
                    SpecGeometry.of(spec), spec.capacity(), slices.get(i).insertions(), () -> setBits.applyAsLong(i));
        }));
    }

    public long byteLength() {
        return Body.lengthOf(slices.stream()
                .mapToLong(slice -> BloomTable.byteLength(SpecGeometry.of(slice.spec())))
                .toArray());
    }
}
