package dev.bloomery.internal.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import dev.bloomery.internal.snapshot.Body;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shards that share an array of cells, and shards that do not. */
class FuseShardsTest {
    private static final int KEYS = 100_000;

    @TempDir
    Path directory;

    private FuseShards build(int arity, double fpp, int shardKeys) {
        return Hashes.build(new FuseConstruction(arity, fpp, 42), shardKeys, directory, Hashes.random(KEYS, "joint"));
    }

    /** How many arrays the cells are in. */
    private static int arrays(FuseShards shards) {
        IdentityHashMap<PackedCells, Integer> arrays = new IdentityHashMap<>();
        for (int i = 0; i < shards.count(); i++) {
            arrays.put(shards.table(i).cells(), i);
        }
        return arrays.size();
    }

    /** Shards of 20,000 keys have segments of whole cache lines, those of 300 have not. */
    @ParameterizedTest
    @CsvSource({
        "3, 0.004, 20000, true", "3, 0.0000154, 20000, true", "3, 0.01, 20000, true", "3, 1e-9, 20000, true",
        "4, 0.004, 20000, true", "4, 0.001, 20000, true", "3, 0.004, 300, false", "4, 0.0000154, 300, false"
    })
    void read_whatWasCopied_isTheSameFilterInMemoryAndInPlace(int arity, double fpp, int shardKeys, boolean joint)
            throws IOException {
        FuseShards shards = build(arity, fpp, shardKeys);
        assertThat(shards.count()).isEqualTo(KEYS / shardKeys + (KEYS % shardKeys == 0 ? 0 : 1));
        assertThat(arrays(shards)).isEqualTo(joint ? 1 : shards.count());
        Copied copied = new Copied(shards);
        FuseShards read = FuseShards.read(copied.shards, shards.width(), copied::bytes, copied::shorts);
        assertThat(Hashes.alike(read, shards)).isTrue();
        assertThat(read.memoryBytes()).isEqualTo(shards.memoryBytes());
        StoredCells inPlace = new StoredCells(copied.shards, copied.starts, shards.width(), copied::longAt);
        long[] present = Hashes.random(KEYS, "joint");
        Hashes.assertAllFound(shards::mightContainHash, present, "built");
        Hashes.assertAllFound(read::mightContainHash, present, "read");
        Hashes.assertAllFound(inPlace::mightContainHash, present, "in place");
        for (long absent : Hashes.random(10_000, "joint, absent")) {
            assertThat(read.mightContainHash(absent))
                    .isEqualTo(shards.mightContainHash(absent))
                    .isEqualTo(inPlace.mightContainHash(absent));
        }
    }

    /** The bytes of each shard, beginning where they begin in a file. */
    private static final class Copied {
        final List<FuseShard> shards;
        final long[] starts;
        private final ByteBuffer file;
        private int taken;

        Copied(FuseShards copied) {
            shards = IntStream.range(0, copied.count()).mapToObj(copied::shard).toList();
            starts = new long[shards.size()];
            int end = 0;
            for (int i = 0; i < starts.length; i++) {
                starts[i] = Body.aligned(end);
                end = (int) starts[i] + shards.get(i).byteLength(copied.width());
            }
            file = ByteBuffer.allocate(end + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < starts.length; i++) {
                int length = shards.get(i).byteLength(copied.width());
                byte[] piece = new byte[1_000]; // so that pieces begin anywhere
                for (int at = 0; at < length; at += piece.length) {
                    int count = Math.min(piece.length, length - at);
                    copied.copyBytes(i, at, piece, count);
                    file.put((int) starts[i] + at, piece, 0, count);
                }
            }
        }

        byte[] bytes(int count, int tail) {
            int from = (int) Body.aligned(taken);
            taken = from + count;
            return Arrays.copyOf(Arrays.copyOfRange(file.array(), from, taken), count + tail);
        }

        short[] shorts(int count) {
            short[] shorts = new short[count];
            ByteBuffer.wrap(bytes(Short.BYTES * count, 0))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asShortBuffer()
                    .get(shorts);
            return shorts;
        }

        long longAt(long at) {
            return file.getLong((int) at);
        }
    }

    @Test
    void canHold_shardsOfFullSize_upToTwoGigabytes() {
        FuseGeometry full = FuseFit.geometry(HashCollector.SHARD_KEYS, 3);
        int most = (int) ((1L << 31) / full.cells());
        assertThat(JointCells.canHold(copies(full, most), 8)).isTrue();
        assertThat(JointCells.canHold(copies(full, most + 1), 8)).isFalse();
        assertThat(JointCells.canHold(copies(full, most / 2), 16)).isTrue();
        assertThat(JointCells.canHold(copies(full, most), 16)).isFalse();
        assertThat(JointCells.canHold(copies(full, most), 1)).isTrue();
        assertThat(JointCells.canHold(copies(full, most + 1), 1))
                .as("more cells than an index has")
                .isFalse();
    }

    @Test
    void canHold_shardsThatAreReadDifferently_isFalse() {
        FuseGeometry one = new FuseGeometry(3, 1 << 10, 100);
        FuseGeometry longer = new FuseGeometry(3, 1 << 11, 100);
        FuseGeometry mixing = new FuseGeometry(3, 1 << 10, 200);
        int width = 20;
        assertThat(mixing.mixesFingerprint(width)).isNotEqualTo(one.mixesFingerprint(width));
        assertThat(JointCells.canHold(List.of(shard(one), shard(one)), width)).isTrue();
        assertThat(JointCells.canHold(List.of(shard(one), shard(longer)), width))
                .isFalse();
        assertThat(JointCells.canHold(List.of(shard(one), shard(mixing)), width))
                .isFalse();
    }

    @Test
    void memoryBytes_ofAPlan_isThatOfTheFilter() {
        for (int shardKeys : new int[] {100, 20_000}) {
            FuseShards shards = build(3, 0.004, shardKeys);
            LongStream cells = IntStream.range(0, shards.count())
                    .mapToLong(i -> shards.shard(i).geometry().cells());
            long asPlanned = FuseShards.memoryBytes(shards.shard(0).geometry(), shards.count(), shards.width());
            long difference = cells.sum()
                    - (long) shards.count() * shards.shard(0).geometry().cells();
            assertThat(shards.width()).isEqualTo(8);
            assertThat(shards.memoryBytes()).isEqualTo(asPlanned + difference);
        }
    }

    /** No build makes it, but a file may say that there is such a filter. */
    @Test
    void mightContainHashes_manyCellsAndNoKey_neverAnswersMaybe() {
        FuseGeometry geometry = FuseFit.geometry(5_000_000, 3);
        FuseShards shards = new FuseShards(new FuseShard(geometry, 1, 0), PackedCells.of(geometry.cells(), 8));
        long[] asked = Hashes.random(10_000, "none");
        boolean[] answers = new boolean[asked.length];
        shards.mightContainHashes(asked, asked.length, answers, 0);
        for (int i = 0; i < asked.length; i++) {
            assertThat(answers[i]).isFalse();
            assertThat(shards.mightContainHash(asked[i])).isFalse();
        }
    }

    private static List<FuseShard> copies(FuseGeometry geometry, int count) {
        return Collections.nCopies(count, shard(geometry));
    }

    private static FuseShard shard(FuseGeometry geometry) {
        return new FuseShard(geometry, 1, 1);
    }
}
