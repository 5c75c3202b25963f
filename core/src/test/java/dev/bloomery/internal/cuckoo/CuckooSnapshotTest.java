package dev.bloomery.internal.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Why a snapshot of a shared cuckoo filter is one of a copy: fingerprints move while it is written. */
class CuckooSnapshotTest {
    private static final long SEED = Seeds.orElse(20_261_116);
    private static final CuckooGeometry GEOMETRY = new CuckooGeometry(10_000, 12);
    private static final LongSource NO_LONGS = (lead, count) -> {
        throw new AssertionError("slots of 12 bits are bytes");
    };
    private static final int BEFORE = 36_000;
    private static final int MEANWHILE = 2_000;

    private final long[] hashes =
            new SplittableRandom(SEED).longs(BEFORE + MEANWHILE).toArray();

    private CuckooTable filled() {
        CuckooTable table = new CuckooTable(GEOMETRY, true);
        add(table, 0, BEFORE);
        return table;
    }

    private void add(CuckooTable table, int from, int to) {
        for (int i = from; i < to; i++) {
            assertThat(table.add(hashes[i])).as("seed %d", SEED).isNotEqualTo(Placement.FULL);
        }
    }

    /** Writes the first half of {@code from}, then others add to {@code live}, then the second half; how many of the keys before are lost. */
    private int lostByWriting(CuckooTable from, CuckooTable live) throws IOException {
        int length = Math.toIntExact(CuckooTable.byteLength(GEOMETRY));
        int half = length / 2;
        byte[] written = new byte[length];
        from.copyBytes(0, written, half);
        add(live, BEFORE, BEFORE + MEANWHILE);
        byte[] rest = new byte[length - half];
        from.copyBytes(half, rest, rest.length);
        System.arraycopy(rest, 0, written, half, rest.length);
        CuckooTable read = CuckooTable.read(
                GEOMETRY, true, from.taken(), (count, tail) -> Arrays.copyOf(written, count + tail), NO_LONGS);
        int lost = 0;
        for (int i = 0; i < BEFORE; i++) {
            lost += read.mightContainHash(hashes[i]) ? 0 : 1;
        }
        return lost;
    }

    @Test
    void copyBytes_ofACopy_losesNothing() throws IOException {
        CuckooTable live = filled();
        assertThat(lostByWriting(live.copy(), live)).isZero();
    }

    /** Control: live slots instead. */
    @Test
    void copyBytes_ofLiveSlots_losesKeys() throws IOException {
        CuckooTable live = filled();
        assertThat(lostByWriting(live, live)).as("seed %d", SEED).isPositive();
    }
}
