package dev.bloomery.interop.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.XxHash;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Filters of parquet-java, written by it and read by us, and the other way round: every answer and every byte
 * is the same.
 */
class SplitBlockOracleTest {
    private static final int MANY = 500_000;

    record Type<K>(String name, ParquetKeys<K> keys, IntFunction<K> key, ToLongFunction<K> hash) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final BlockSplitBloomFilter HASH = new BlockSplitBloomFilter(32);

    static List<Type<?>> types() {
        return List.of(
                new Type<>("int32", ParquetKeys.int32(), i -> i * 7 - 1_000_000, key -> HASH.hash((int) key)),
                new Type<>("int64", ParquetKeys.int64(), i -> i * 0x9E3779B97F4A7C15L, key -> HASH.hash((long) key)),
                new Type<>("float", ParquetKeys.floats(), i -> i / 7.0f, key -> HASH.hash((float) key)),
                new Type<>("double", ParquetKeys.doubles(), i -> i / 7.0 - 1, key -> HASH.hash((double) key)),
                new Type<>(
                        "string",
                        ParquetKeys.strings(),
                        i -> "https://example.org/zażółć/€\uD83D\uDE80/".substring(i % 20) + i,
                        key -> HASH.hash(Binary.fromString(key))),
                new Type<>(
                        "bytes",
                        ParquetKeys.bytes(),
                        i -> Integer.toString(i).repeat(i % 14).getBytes(StandardCharsets.US_ASCII),
                        key -> HASH.hash(Binary.fromConstantByteArray(key))),
                new Type<>(
                        "fixed",
                        ParquetKeys.fixedBytes(),
                        i -> new byte[] {1, (byte) i, (byte) (i >> 8), (byte) (i >> 16)},
                        key -> HASH.hash(Binary.fromConstantByteArray(key))),
                new Type<>(
                        "uuid",
                        ParquetKeys.uuids(),
                        i -> new UUID(i * 0x9E3779B97F4A7C15L, i),
                        key -> HASH.hash(Binary.fromConstantByteArray(bytesOf(key)))));
    }

    private static byte[] bytesOf(UUID uuid) {
        return HexFormat.of().parseHex(uuid.toString().replace("-", ""));
    }

    static byte[] bytesOf(BlockSplitBloomFilter filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writeBloomFilterHeader(header(filter.getBitsetSize()), out);
        filter.writeTo(out);
        return out.toByteArray();
    }

    static BloomFilterHeader header(int bytes) {
        return new BloomFilterHeader(
                bytes,
                BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
                BloomFilterHash.XXHASH(new XxHash()),
                BloomFilterCompression.UNCOMPRESSED(new Uncompressed()));
    }

    @ParameterizedTest
    @MethodSource("types")
    <K> void answersAndBytes_eachType_areThoseOfParquetJava(Type<K> type) throws IOException {
        compare(type, MANY, 1 << 20);
    }

    @ParameterizedTest
    @MethodSource("types")
    <K> void answersAndBytes_oneBlock_areThoseOfParquetJava(Type<K> type) throws IOException {
        compare(type, 10, 32);
    }

    private static <K> void compare(Type<K> type, int count, int bytes) throws IOException {
        BlockSplitBloomFilter parquet = new BlockSplitBloomFilter(bytes);
        SplitBlockFilter<K> ours = ParquetFilters.read(bytesOf(parquet), type.keys());
        for (int i = 0; i < count; i++) {
            K key = type.key().apply(i);
            long hash = type.hash().applyAsLong(key);
            if (ours.hash(key) != hash) {
                throw new AssertionError(type + ": key " + i + " has another hash");
            }
            if (ours.add(key) == parquet.findHash(hash)) {
                throw new AssertionError(type + ": the add of key " + i + " is answered otherwise");
            }
            parquet.insertHash(hash);
        }
        byte[] written = ours.toBytes();
        assertThat(written).isEqualTo(bytesOf(parquet));
        BlockSplitBloomFilter parquetOfOurs = new BlockSplitBloomFilter(bits(written));
        SplitBlockFilter<K> oursOfParquet =
                ParquetFilters.read(new ByteArrayInputStream(bytesOf(parquet)), type.keys());
        for (int i = 0; i < 2 * count; i++) {
            K key = type.key().apply(i);
            boolean maybe = parquetOfOurs.findHash(type.hash().applyAsLong(key));
            if (oursOfParquet.mightContain(key) != maybe || (i < count && !maybe)) {
                throw new AssertionError(type + ": key " + i + " is answered otherwise");
            }
        }
    }

    /** What follows the header, which parquet-java reads, too. */
    private static byte[] bits(byte[] written) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(written);
        BloomFilterHeader header = Util.readBloomFilterHeader(in);
        byte[] bits = in.readAllBytes();
        assertThat(header).isEqualTo(header(bits.length));
        return bits;
    }

    /** The file bloom_filter.xxhash.bin of parquet-testing begins like that, and has four words. */
    @Test
    void toBytes_headerOfThePublishedFile_isTheSame() throws IOException {
        SplitBlockFilter<String> filter = ParquetFilters.ofBytes(ParquetKeys.strings(), 1_024);
        filter.addAll(List.of("hello", "parquet", "bloom", "filter"));
        byte[] bytes = filter.toBytes();
        assertThat(HexFormat.of().formatHex(bytes, 0, 16)).isEqualTo("1580101c1c00001c1c00001c1c000000");
        assertThat(bytes).hasSize(16 + 1_024);
        assertThat(filter.info().setBits()).isEqualTo(32);
        assertThat(filter.mightContain("hello")).isTrue();
        assertThat(filter.mightContain("world")).isFalse();
    }

    @Test
    void create_capacityAndFpp_keepsTheFppInAPowerOfTwo() {
        for (int capacity : new int[] {1, 1_000, 100_000}) {
            for (double fpp : new double[] {0.1, 0.01, 0.001}) {
                SplitBlockFilter<Integer> filter = ParquetFilters.create(ParquetKeys.int32(), capacity, fpp);
                assertThat(Integer.bitCount(filter.sizeInBytes())).isEqualTo(1);
                for (int i = 0; i < capacity; i++) {
                    filter.add(i);
                }
                assertThat(filter.currentFpp()).isLessThan(1.1 * fpp);
                assertThat((double) filter.info().approximateDistinct()).isBetween(0.95 * capacity, 1.05 * capacity);
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ParquetFilters.create(ParquetKeys.int32(), 1_000_000_000, 0.001))
                .withMessageContaining("at most 134217728");
    }

    /** The table of the specification: bits a key for an FPP. */
    @Test
    void fpp_bitsPerKeyOfTheSpecification_isTheTarget() {
        double[][] table = {{6.0, 0.1}, {10.5, 0.01}, {16.9, 0.001}, {26.4, 0.0001}, {41, 0.00001}};
        for (double[] row : table) {
            assertThat(SplitBlockMath.fpp(1_000_000, 256_000_000 / row[0])).isBetween(0.95 * row[1], 1.05 * row[1]);
        }
    }

    @Test
    void read_otherAlgorithmOrSize_isRefused() throws IOException {
        byte[] good = ParquetFilters.ofBytes(ParquetKeys.int32(), 32).toBytes();
        byte[] otherHash = good.clone();
        otherHash[7] = 0x2C; // the second choice of the union
        assertThatExceptionOfType(UnsupportedForeignFilterException.class)
                .isThrownBy(() -> ParquetFilters.read(otherHash, ParquetKeys.int32()))
                .withMessageContaining("hash 2");
        byte[] odd = good.clone();
        odd[1] = 33 << 1;
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> ParquetFilters.read(odd, ParquetKeys.int32()))
                .withMessageContaining("33");
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> ParquetFilters.read(Arrays.copyOf(good, good.length - 1), ParquetKeys.int32()));
    }

    /** Two threads ask one filter, which parquet-java gets wrong because they share a scratch array there. */
    @Test
    void mightContain_manyThreads_missesNothing() throws InterruptedException {
        SplitBlockFilter<Long> filter = ParquetFilters.create(ParquetKeys.int64(), 100_000, 0.01);
        int[] missed = new int[4];
        Thread[] threads = new Thread[missed.length];
        for (int t = 0; t < threads.length; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                for (long i = own; i < 100_000; i += threads.length) {
                    boolean unused = filter.add(i);
                }
                for (long i = own; i < 100_000; i += threads.length) {
                    missed[own] += filter.mightContain(i) ? 0 : 1;
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(missed).containsOnly(0);
        for (long i = 0; i < 100_000; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
    }
}
