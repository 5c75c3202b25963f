package dev.bloomery.internal.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Packed slots of every width against a plain array. */
class BucketsTest {
    private static final long SEED = Seeds.orElse(0xC0C0);
    private static final int BUCKETS = 34;

    static IntStream widths() {
        return IntStream.rangeClosed(1, CuckooGeometry.MAX_WIDTH);
    }

    @ParameterizedTest
    @MethodSource("widths")
    void slots_randomWrites_areThoseOfAPlainArray(int width) {
        SplittableRandom random = new SplittableRandom(SEED + width);
        CuckooGeometry geometry = new CuckooGeometry(BUCKETS, width);
        Buckets slots = new Buckets(geometry);
        long[] plain = new long[BUCKETS * 4];
        long largest = geometry.fingerprints();
        for (int step = 0; step < 5_000; step++) {
            int slot = random.nextInt(plain.length);
            // few different values, so that they meet; also the largest, and 0
            long value = random.nextInt(3) == 0 ? 0 : largest - random.nextLong(Math.min(largest, 5));
            plain[slot] = value;
            slots.put((long) slot * width, value);
            int bucket = random.nextInt(BUCKETS);
            check(
                    slots,
                    plain,
                    width,
                    bucket,
                    random.nextBoolean() ? 0 : largest - random.nextLong(Math.min(largest, 5)));
            checkEmptier(slots, plain, width, bucket, random.nextInt(BUCKETS), 1 + random.nextLong(largest));
        }
        assertThat(contents(slots, width)).isEqualTo(plain);
    }

    private static void check(Buckets slots, long[] plain, int width, int bucket, long value) {
        long pattern = slots.pattern(value);
        int count = 0;
        long first = -1;
        for (int slot = 4 * bucket + 3; slot >= 4 * bucket; slot--) {
            if (plain[slot] == value) {
                count++;
                first = (long) slot * width;
            }
        }
        assertThat(slots.count(bucket, pattern)).isEqualTo(count);
        assertThat(slots.find(bucket, pattern)).isEqualTo(first);
        assertThat(slots.isFound(slots.matches(bucket, pattern))).isEqualTo(count > 0);
        assertThat(slots.start(bucket)).isEqualTo(4L * bucket * width);
    }

    private static void checkEmptier(Buckets slots, long[] plain, int width, int first, int other, long value) {
        int emptier =
                emptySlots(plain, other).count() > emptySlots(plain, first).count() ? other : first;
        OptionalInt expected = emptySlots(plain, emptier).findFirst();
        assertThat(slots.fillEmptier(first, other, value)).isEqualTo(expected.isPresent());
        expected.ifPresent(slot -> plain[slot] = value);
        assertThat(contents(slots, width)).isEqualTo(plain);
        expected.ifPresent(
                slot -> { // empty again, so that there is a choice the next time, too
                    slots.put((long) slot * width, 0);
                    plain[slot] = 0;
                });
    }

    private static long[] contents(Buckets slots, int width) {
        return LongStream.range(0, 4L * BUCKETS)
                .map(slot -> slots.get(slot * width))
                .toArray();
    }

    private static IntStream emptySlots(long[] plain, int bucket) {
        return IntStream.range(4 * bucket, 4 * bucket + 4).filter(slot -> plain[slot] == 0);
    }

    /** For every value of every slot, whatever its neighbours are. */
    @ParameterizedTest
    @MethodSource("widths")
    void matches_anyNeighbours_findsOnlyWhatIsThere(int width) {
        SplittableRandom random = new SplittableRandom(SEED + width);
        CuckooGeometry geometry = new CuckooGeometry(BUCKETS, width);
        Buckets slots = new Buckets(geometry);
        long largest = geometry.fingerprints();
        for (int round = 0; round < 2_000; round++) {
            int bucket = random.nextInt(BUCKETS);
            long[] values = new long[4];
            for (int i = 0; i < 4; i++) {
                values[i] = random.nextInt(4) == 0 ? random.nextLong(2) * largest : random.nextLong(largest + 1);
                slots.put((4L * bucket + i) * width, values[i]);
            }
            for (int i = 0; i < 4; i++) {
                for (long asked : new long[] {values[i], values[i] ^ 1, values[i] ^ (1L << (width - 1)), 0}) {
                    boolean there = IntStream.range(0, 4).anyMatch(slot -> values[slot] == asked);
                    assertThat(slots.isFound(slots.matches(bucket, slots.pattern(asked))))
                            .isEqualTo(there);
                }
            }
        }
    }

    /** Slot i is in the bits from i * width on, the lowest first, however the slots lie in memory. */
    @ParameterizedTest
    @MethodSource("widths")
    void copyBytes_anyWidth_areTheSlotsOneAfterTheOther(int width) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED + width);
        CuckooGeometry geometry = new CuckooGeometry(BUCKETS, width);
        Buckets slots = new Buckets(geometry);
        BigInteger expected = BigInteger.ZERO;
        for (int slot = 0; slot < 4 * BUCKETS; slot++) {
            long value = random.nextLong(geometry.fingerprints() + 1);
            slots.put((long) slot * width, value);
            expected = expected.or(BigInteger.valueOf(value).shiftLeft(slot * width));
        }
        byte[] bytes = new byte[Buckets.byteLength(geometry)];
        slots.copyBytes(0, bytes, 8);
        byte[] rest = new byte[bytes.length - 8];
        slots.copyBytes(8, rest, rest.length);
        System.arraycopy(rest, 0, bytes, 8, rest.length);
        assertThat(new BigInteger(1, reversed(bytes))).isEqualTo(expected);

        ByteBuffer copied = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Buckets read = Buckets.read(geometry, (count, tail) -> Arrays.copyOf(bytes, count + tail), (lead, count) -> {
            long[] longs = new long[lead + count];
            copied.asLongBuffer().get(longs, lead, count);
            return longs;
        });
        assertThat(contents(read, width)).isEqualTo(contents(slots, width));
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[bytes.length - 1 - i] = bytes[i];
        }
        return reversed;
    }

    @ParameterizedTest
    @MethodSource("widths")
    void copyAndClear_fullBuckets_areApart(int width) {
        Buckets slots = new Buckets(new CuckooGeometry(BUCKETS, width));
        for (long slot = 0; slot < 4L * BUCKETS; slot++) {
            slots.put(slot * width, 1);
        }
        Buckets copy = slots.copy();
        slots.clear();
        for (long slot = 0; slot < 4L * BUCKETS; slot++) {
            assertThat(slots.get(slot * width)).isEqualTo(0);
            assertThat(copy.get(slot * width)).isEqualTo(1);
        }
    }
}
