package dev.bloomery.internal.kind;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.window.WindowTime;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The slices of a windowed filter, as its snapshot keeps them: the latest time known, their number, and of each its start and its insertions.
 *
 * @param latest milliseconds since 1970
 */
public record WindowedState(long latest, List<Slice> slices) {
    private static final int SLICE_BYTES = 2 * Long.BYTES;

    /** A slice that began so many milliseconds after 1970, and its insertions. */
    public record Slice(long start, long insertions) {}

    public ByteBuffer toState() {
        StateOutput state = new StateOutput().putLong(latest).putInt(slices.size());
        for (Slice slice : slices) {
            state.putLong(slice.start()).putLong(slice.insertions());
        }
        return state.toBuffer();
    }

    public static WindowedState read(StateInput state, SnapshotInput in) throws IOException {
        long latest = state.takeLong();
        if (latest > WindowTime.LARGEST) {
            throw in.invalid("it says it is from " + latest + " ms after 1970");
        }
        int count = state.takeInt("a number of slices of", state.remaining() / SLICE_BYTES);
        List<Slice> slices = new ArrayList<>();
        long before = -WindowTime.LARGEST;
        for (int i = 0; i < count; i++) {
            long start = state.takeLong();
            if (start < before || start > latest) {
                throw in.invalid("its slices are not in order of time");
            }
            before = start;
            slices.add(new Slice(start, state.takeCount("an insertion count of", Limits.MAX_CAPACITY)));
        }
        state.end();
        return new WindowedState(latest, slices);
    }

    public long byteLength(WindowedSpec spec) {
        long[] parts = new long[slices.size()];
        Arrays.fill(parts, BloomTable.byteLength(SpecGeometry.of(spec.slice())));
        return Body.lengthOf(parts);
    }
}
