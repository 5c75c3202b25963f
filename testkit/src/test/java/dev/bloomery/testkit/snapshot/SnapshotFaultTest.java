package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.file.InvalidSnapshotException;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.SnapshotBytes;
import dev.bloomery.testkit.SnapshotWay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A snapshot that is not exactly as it was written is refused with a typed error, wherever the fault is. */
@ParameterizedClass
@MethodSource("samples")
class SnapshotFaultTest {
    private static final List<SnapshotWay> WAYS = List.of(SnapshotWay.ARRAY, SnapshotWay.STREAM, SnapshotWay.FILE);

    private static final List<SnapshotWay> IN_MEMORY = List.of(SnapshotWay.ARRAY, SnapshotWay.STREAM);

    private final byte[] good;

    @TempDir
    Path directory;

    SnapshotFaultTest(SnapshotSample sample) {
        this.good = sample.bytes();
    }

    static List<SnapshotSample> samples() {
        return SnapshotSample.all();
    }

    private void assertRefused(byte[] bytes, String what) {
        assertRefused(bytes, what, WAYS);
    }

    private void assertRefused(byte[] bytes, String what, List<SnapshotWay> ways) {
        for (SnapshotWay way : ways) {
            try {
                MembershipFilter<Long> filter = load(way, bytes);
                throw new AssertionError(what + " gave a filter by " + way + ": " + filter.info());
            } catch (SnapshotException refused) {
                if (!refused.toString().contains(";")) {
                    throw new AssertionError(what + ": does not say what to do: " + refused, refused);
                }
            } catch (IOException | RuntimeException other) {
                throw new AssertionError(what + " by " + way + ": " + other, other);
            }
        }
    }

    private MembershipFilter<Long> load(SnapshotWay way, byte[] bytes) throws IOException {
        return way.load(Filters.load(KeyEncoder.int64()), bytes, directory.resolve("some.flt"));
    }

    @Test
    void load_asWritten_isAFilter() {
        for (SnapshotWay way : WAYS) {
            assertThatCode(() -> load(way, good)).doesNotThrowAnyException();
        }
    }

    @Test
    void load_anyBitFlipped_isRefused() {
        byte[] bytes = good.clone();
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            // a file is read as an array is, and takes the longest to write
            assertRefused(bytes, "bit " + bit + " flipped", bit % 16 == 0 ? WAYS : IN_MEMORY);
            bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        }
    }

    @Test
    void load_cutAnywhere_isRefused() {
        for (int length = 0; length < good.length; length++) {
            assertRefused(Arrays.copyOf(good, length), "cut to " + length + " bytes");
        }
    }

    @Test
    void load_bytesAppended_isRefused() {
        for (int more = 1; more <= 64; more++) {
            byte[] longer = Arrays.copyOf(good, good.length + more);
            assertRefused(longer, more + " zeros appended");
            Arrays.fill(longer, good.length, longer.length, (byte) 0x5A);
            assertRefused(longer, more + " bytes appended");
        }
    }

    @Test
    void load_twoFilesInOne_isRefused() {
        byte[] twice = Arrays.copyOf(good, 2 * good.length);
        System.arraycopy(good, 0, twice, good.length, good.length);
        assertRefused(twice, "two in one");
    }

    @Test
    void load_blocksZeroedOrSwapped_isRefused() {
        int blocks = good.length / 64;
        for (int block = 0; block < blocks; block++) {
            byte[] zeroed = good.clone();
            Arrays.fill(zeroed, 64 * block, 64 * block + 64, (byte) 0);
            if (!Arrays.equals(zeroed, good)) {
                assertRefused(zeroed, "block " + block + " zeroed");
            }
            for (int other = 0; other < block; other++) {
                byte[] swapped = good.clone();
                System.arraycopy(good, 64 * block, swapped, 64 * other, 64);
                System.arraycopy(good, 64 * other, swapped, 64 * block, 64);
                if (!Arrays.equals(swapped, good)) {
                    assertRefused(swapped, "blocks " + other + " and " + block + " swapped");
                }
            }
        }
    }

    /**
     * Control: what a reader that does not check would do with a flipped bit. The same flips, the checksums put right, are taken for
     * a filter, and some lose a key; so it is the checksums that refuse them.
     */
    @Test
    void load_bodyBitFlippedAndChecksumsRepaired_losesKeys() throws IOException {
        SnapshotBytes parts = SnapshotBytes.of(good);
        int taken = 0;
        int lost = 0;
        for (int bit = 0; bit < 8 * parts.body().length; bit++) {
            byte[] body = parts.body();
            body[bit / 8] ^= (byte) (1 << (bit % 8));
            try {
                MembershipFilter<Long> filter =
                        load(SnapshotWay.ARRAY, parts.withBody(body).toBytes());
                taken++;
                lost += allKeysIn(filter) ? 0 : 1;
            } catch (SnapshotException behindTheLastBit) {
                assertThat(behindTheLastBit).isInstanceOf(InvalidSnapshotException.class);
            }
        }
        assertThat(taken).as("flips that a reader without checksums takes").isPositive();
        assertThat(lost).as("of them those that lose a key").isPositive();
    }

    private static boolean allKeysIn(MembershipFilter<Long> filter) {
        for (long key = 0; key < SnapshotSample.KEYS; key++) {
            if (!filter.mightContain(key)) {
                return false;
            }
        }
        return true;
    }
}
