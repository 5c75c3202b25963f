package dev.bloomery.internal.kind;

import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import dev.bloomery.internal.table.ReadCount;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What the snapshot of a Bloom filter keeps beside its bits: the insertions, and how many of them are estimated if that are any.
 *
 * @param count the insertions, as they were noted
 */
public record BloomState(ReadCount count) {

    public static BloomState read(StateInput state) throws IOException {
        long count = state.takeCount("an insertion count of", Limits.MAX_CAPACITY);
        long estimated = state.remaining() == 0 ? 0 : state.takeCount("a number of estimated insertions of", count);
        state.end();
        return new BloomState(new ReadCount(count, count - estimated));
    }

    public ByteBuffer toState() {
        StateOutput state = new StateOutput().putLong(count.count());
        if (count.known() < count.count()) {
            state.putLong(count.count() - count.known());
        }
        return state.toBuffer();
    }
}
