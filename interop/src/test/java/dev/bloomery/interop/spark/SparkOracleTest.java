package dev.bloomery.interop.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.util.sketch.BloomFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Filters of Spark, written by Spark and read by us, and the other way round: every answer and every byte is
 * the same.
 */
class SparkOracleTest {
    private static final int MANY = 500_000;

    record Type<K>(String name, KeyEncoder<K> keys, IntFunction<K> key) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Type<?>> types() {
        return List.of(
                new Type<>("longs", SparkKeys.longs(), i -> i * 0x9E3779B97F4A7C15L),
                new Type<>("integers", KeyEncoder.int32(), i -> i * 7 - 1_000_000),
                new Type<>("strings", SparkKeys.strings(), i -> "zażółć/€\uD83D\uDE80 ".substring(i % 5) + i),
                new Type<>("bytes", SparkKeys.bytes(), SparkOracleTest::bytes));
    }

    private static byte[] bytes(int i) {
        byte[] key = new byte[4 + i % 9];
        ByteBuffer.wrap(key).putInt(i);
        key[key.length - 1] -= (byte) 100; // the sign of the last bytes matters
        return key;
    }

    private static byte[] bytesOf(BloomFilter filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.writeTo(out);
        return out.toByteArray();
    }

    private static BloomFilter spark(SparkVersion version, int expected, double fpp, int seed) {
        BloomFilter.Version theirs = version == SparkVersion.V1 ? BloomFilter.Version.V1 : BloomFilter.Version.V2;
        return BloomFilter.create(theirs, expected, BloomFilter.optimalNumOfBits(expected, fpp), seed);
    }

    @ParameterizedTest
    @MethodSource("types")
    <K> void answersAndBytes_version1_areThoseOfSpark(Type<K> type) throws IOException {
        compare(type, SparkVersion.V1, 0, MANY);
    }

    @ParameterizedTest
    @MethodSource("types")
    <K> void answersAndBytes_version2_areThoseOfSpark(Type<K> type) throws IOException {
        compare(type, SparkVersion.V2, 0, MANY);
        compare(type, SparkVersion.V2, -123_456_789, 1_000);
    }

    private static <K> void compare(Type<K> type, SparkVersion version, int seed, int count) throws IOException {
        BloomFilter spark = spark(version, count, 0.01, seed);
        SparkFilter<K> ours = SparkFilters.read(bytesOf(spark), type.keys());
        for (int i = 0; i < count; i++) {
            K key = type.key().apply(i);
            if (ours.add(key) != spark.put(key)) {
                throw new AssertionError(type + ": the add of key " + i + " is answered otherwise");
            }
        }
        byte[] written = ours.toBytes();
        assertThat(written).isEqualTo(bytesOf(spark));
        BloomFilter sparkOfOurs = BloomFilter.readFrom(new ByteArrayInputStream(written));
        SparkFilter<K> oursOfSpark = SparkFilters.read(new ByteArrayInputStream(bytesOf(spark)), type.keys());
        for (int i = 0; i < 2 * count; i++) {
            K key = type.key().apply(i);
            boolean maybe = sparkOfOurs.mightContain(key);
            if (oursOfSpark.mightContain(key) != maybe || (i < count && !maybe)) {
                throw new AssertionError(type + ": key " + i + " is answered otherwise");
            }
        }
        assertThat(ours.currentFpp()).isBetween(0.008, 0.012);
    }

    @Test
    void create_anyNumbers_givesTheBytesOfSpark() throws IOException {
        for (SparkVersion version : SparkVersion.values()) {
            for (int expected : new int[] {1, 2, 10, 64, 1_000, 1_000_000}) {
                for (double fpp : new double[] {0.3, 0.03, 0.01, 1e-9}) {
                    assertThat(SparkFilters.create(version, SparkKeys.longs(), expected, fpp)
                                    .toBytes())
                            .as("%s, %d keys at %s", version, expected, fpp)
                            .isEqualTo(bytesOf(spark(version, expected, fpp, 0)));
                }
            }
        }
    }

    @Test
    void read_otherVersionOrNoProbes_isRefused() {
        assertThatExceptionOfType(UnsupportedForeignFilterException.class)
                .isThrownBy(() -> SparkFilters.read(new byte[] {0, 0, 0, 3, 0, 0, 0, 1}, SparkKeys.longs()))
                .withMessageContaining("version is 3");
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> SparkFilters.read(
                        ByteBuffer.allocate(20).putInt(1).putInt(0).putInt(1).array(), SparkKeys.longs()))
                .withMessageContaining("0 probes");
    }

    /** Control: Spark hashes a number of 32 bits as one of 64, so four bytes are another key. */
    @Test
    void answers_numbersAsTheirBytes_areWrong() throws IOException {
        BloomFilter spark = spark(SparkVersion.V1, 1_000, 0.01, 0);
        for (int i = 0; i < 1_000; i++) {
            spark.putLong(i);
        }
        KeyEncoder<Integer> asBytes = (key, sink) -> sink.putInt(key);
        SparkFilter<Integer> wrong = SparkFilters.read(bytesOf(spark), asBytes);
        long missed = 0;
        for (int i = 0; i < 1_000; i++) {
            missed += wrong.mightContain(i) ? 0 : 1;
        }
        assertThat(missed).isGreaterThan(900);
    }
}
