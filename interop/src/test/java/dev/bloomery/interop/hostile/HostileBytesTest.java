package dev.bloomery.interop.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes of strangers; see {@link HostileBytes} for what is asked of them. */
class HostileBytesTest {
    /** Of each format, and more than 10^5 of all. A file of Parquet takes a file each time. */
    private static final int MUTATIONS = 17_000;

    private static final int MUTATIONS_OF_FILES = 3_000;

    private final HostileBytes reader = new HostileBytes();

    @ParameterizedTest
    @EnumSource
    void read_everyCut_isRefused(Format format) {
        for (byte[] good : format.good()) {
            for (int length = 0; length < good.length; length++) {
                reader.read(format, "cut to " + length, Arrays.copyOf(good, length));
            }
        }
        assertThat(reader.outcomes()).containsOnlyKeys("DamagedForeignFilterException");
    }

    @ParameterizedTest
    @EnumSource
    void read_mutations_areRefusedOrFilters(Format format) {
        SplittableRandom random = Seeds.random("mutations of " + format);
        int count = format == Format.PARQUET_FILE ? MUTATIONS_OF_FILES : MUTATIONS;
        List<byte[]> goods = format.good();
        for (int i = 0; i < count; i++) {
            byte[] good = goods.get(i % goods.size());
            reader.read(format, "mutation " + i + ", " + Seeds.describe(), mutated(good, random));
        }
        assertThat(reader.outcomes()).containsKeys("DamagedForeignFilterException", "filter");
    }

    /**
     * Some bytes changed, mostly near the beginning or the end, where the numbers are; sometimes some are cut
     * or added.
     */
    private static byte[] mutated(byte[] good, SplittableRandom random) {
        byte[] bytes = random.nextInt(8) == 0 ? Arrays.copyOf(good, random.nextInt(2 * good.length)) : good.clone();
        int changes = bytes.length == 0 ? 0 : random.nextInt(1, 4);
        for (int i = 0; i < changes; i++) {
            int near = Math.min(bytes.length, 120);
            int at = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : random.nextInt(near);
            if (random.nextInt(3) == 0) {
                at = bytes.length - 1 - at;
            }
            bytes[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) random.nextInt();
                case 1 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                case 2 -> (byte) 0xFF;
                default -> 0;
            };
        }
        return bytes;
    }

    /** Every int and long of the first 120 bytes set to what a careless reader stumbles over. */
    @ParameterizedTest
    @EnumSource
    void read_everyNumberOfTheHeader_isRefusedOrAFilter(Format format) {
        long[] numbers = {
            0,
            1,
            -1,
            2,
            255,
            65_535,
            1L << 24,
            Integer.MAX_VALUE - 8,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            1L << 32,
            1L << 37,
            Long.MAX_VALUE / 8,
            Long.MAX_VALUE,
            Long.MIN_VALUE
        };
        for (byte[] good : format.good()) {
            for (int at = 0; at < Math.min(120, good.length); at++) {
                for (long number : numbers) {
                    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
                        set(format, good, at, number, order);
                    }
                }
            }
        }
        assertThat(reader.outcomes()).containsKeys("DamagedForeignFilterException");
    }

    private void set(Format format, byte[] good, int at, long number, ByteOrder order) {
        boolean files = format == Format.PARQUET_FILE;
        int place = files ? good.length - 1 - at : at; // its numbers are at its end
        if (place >= 4 && files && at % 8 != 0) {
            return; // enough of them, as each takes a file
        }
        if (place + 4 <= good.length) {
            byte[] bytes = good.clone();
            ByteBuffer.wrap(bytes).order(order).putInt(place, (int) number);
            reader.read(format, "int at " + place + " is " + (int) number, bytes);
        }
        if (place + 8 <= good.length) {
            byte[] bytes = good.clone();
            ByteBuffer.wrap(bytes).order(order).putLong(place, number);
            reader.read(format, "long at " + place + " is " + number, bytes);
        }
    }

    /** Filters of megabytes, whole and cut: the bound is twice their bytes, too. */
    @Test
    void read_largeOnes_takeTwiceTheirBytesAtMost() {
        for (int words : new int[] {1 << 15, 1 << 19}) {
            byte[] guava = new byte[6 + 8 * words];
            ByteBuffer.wrap(guava).put((byte) 1).put((byte) 7).putInt(words);
            reader.read(Format.GUAVA, words + " words", guava);
            reader.read(Format.GUAVA, words + " words, cut", Arrays.copyOf(guava, guava.length / 2));
            byte[] spark = new byte[12 + 8 * words];
            ByteBuffer.wrap(spark).putInt(1).putInt(7).putInt(words);
            reader.read(Format.SPARK, words + " words", spark);
            reader.read(Format.SPARK, words + " words, cut", Arrays.copyOf(spark, spark.length / 2));
        }
        assertThat(reader.outcomes()).containsEntry("filter", 8);
    }

    /**
     * A footer of a million empty column chunks, and one of as many row groups, take no memory of their own.
     */
    @Test
    void read_footerOfMillionsOfChunks_takesLittle() {
        int many = 3_000_000;
        ByteBuffer file = ByteBuffer.allocate(4 + 20 + many + 8).order(ByteOrder.LITTLE_ENDIAN);
        file.put("PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        int before = file.position();
        file.put((byte) 0x49).put((byte) 0x1C); // field 4, a list of one structure
        file.put((byte) 0x19).put((byte) 0xFC); // its field 1, a list of many structures
        for (int left = many; left > 0; left >>>= 7) {
            file.put((byte) (left < 128 ? left : left | 0x80));
        }
        file.position(file.position() + many).put((byte) 0).put((byte) 0);
        int length = file.position() - before;
        file.putInt(length).put("PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        reader.read(Format.PARQUET_FILE, "a million chunks", Arrays.copyOf(file.array(), file.position()));
        assertThat(reader.outcomes()).containsEntry("filter", 1);
    }

    /** Control: a reader that makes room for what a header says is seen by the measure. */
    @Test
    void allocated_lengthBelieved_isCaught() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> HostileBytes.assertLittle("a length", () -> new byte[3 << 20], 1 << 20))
                .withMessageContaining("allocated");
        HostileBytes.assertLittle("a length", () -> new byte[1 << 10], 1 << 20);
    }
}
