package dev.bloomery;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/** The slices of a scalable filter, as its snapshot keeps them: their number, and of each its settled spec and its insertions. */
record ScalablePlan(List<Slice> slices) {

    /** @param spec settled */
    record Slice(BloomSpec spec, long insertions) {
        long keys() {
            return spec.geometry().keysAfter(insertions);
        }
    }

    ByteBuffer toState() {
        StateOutput state = new StateOutput().putInt(slices.size());
        for (Slice slice : slices) {
            state.putText(slice.spec().toString()).putLong(slice.insertions());
        }
        return state.toBuffer();
    }

    static ScalablePlan read(StateInput state, ScalableSpec spec, SnapshotInput in) throws IOException {
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
        return new ScalablePlan(slices);
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

    long insertions() {
        return slices.stream().mapToLong(Slice::insertions).sum();
    }

    /** Distinct ones, by formula. */
    long keys() {
        return slices.stream().mapToLong(Slice::keys).sum();
    }

    long bits() {
        return slices.stream()
                .mapToLong(slice -> slice.spec().geometry().bits())
                .sum();
    }

    /** By formula, for the insertions. */
    double expectedSetBits() {
        return slices.stream()
                .mapToDouble(slice -> slice.spec().geometry().setBitsFor(slice.keys()))
                .sum();
    }

    /**
     * The chance that at least one of the slices answers <i>maybe</i> to an absent key, by formula.
     *
     * @param setBits those of the slice with this number; asked only of one that is far too full
     */
    double expectedFpp(IntToLongFunction setBits) {
        double none = 0;
        for (int i = 0; i < slices.size(); i++) {
            BloomSpec spec = slices.get(i).spec();
            int number = i;
            double fpp = TableLoad.fpp(
                    spec.geometry(), spec.capacity(), slices.get(i).insertions(), () -> setBits.applyAsLong(number));
            none += Math.log1p(-fpp);
        }
        return -Math.expm1(none);
    }

    long byteLength() {
        return Body.lengthOf(slices.stream()
                .mapToLong(slice -> BloomTable.byteLength(slice.spec().geometry()))
                .toArray());
    }
}
