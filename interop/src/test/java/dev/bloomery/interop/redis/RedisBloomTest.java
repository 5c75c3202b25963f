package dev.bloomery.interop.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisBloomTest {
    /** The page of BF.SCANDUMP at redis.io: {@code BF.RESERVE bf 0.1 10}, {@code BF.ADD bf item1}. */
    private static final String PAGE_HEADER = "0100000000000000" + "01000000" + "05000000" + "02000000" // the chain
            + "0800000000000000" + "4000000000000000" + "0100000000000000" // 8 bytes, 64 bits, one key
            + "9a9999999999a93f" + "4af7d49edef01840" // 0.05 and 6.2352...
            + "05000000" + "0a00000000000000" + "00";

    private static final String PAGE_BITS = "0108008000042000";

    private static List<BloomChunk> page() {
        return List.of(
                new BloomChunk(1, HexFormat.of().parseHex(PAGE_HEADER)),
                new BloomChunk(9, HexFormat.of().parseHex(PAGE_BITS)),
                new BloomChunk(0, new byte[0]));
    }

    private static String hex(BloomChunk chunk) {
        return HexFormat.of().formatHex(chunk.data());
    }

    @Test
    void read_chunksOfThePublishedPage_answersAndWritesThem() throws IOException {
        RedisBloomFilter<String> filter = RedisBloomFilters.read(page(), KeyEncoder.utf8());
        assertThat(filter.mightContain("item1")).isTrue();
        assertThat(filter.mightContain("item2")).isFalse();
        assertThat(filter.size()).isEqualTo(1);
        assertSameAsPage(filter);
    }

    @Test
    void reserve_asOnThePublishedPage_givesItsBytes() {
        RedisBloomFilter<String> filter = RedisBloomFilters.reserve(KeyEncoder.utf8(), 10, 0.1, 2);
        assertThat(filter.add("item1")).isTrue();
        assertThat(filter.add("item1")).isFalse();
        assertSameAsPage(filter);
    }

    private static void assertSameAsPage(RedisBloomFilter<String> filter) {
        List<BloomChunk> chunks = new ArrayList<>();
        filter.chunks().forEach(chunks::add);
        assertThat(chunks).extracting(BloomChunk::iterator).containsExactly(1L, 9L);
        assertThat(hex(chunks.get(0))).isEqualTo(PAGE_HEADER);
        assertThat(hex(chunks.get(1))).isEqualTo(PAGE_BITS);
    }

    private static byte[] key(int i) {
        return ("item:" + i * 2_654_435_761L).getBytes(StandardCharsets.US_ASCII);
    }

    /** One link, several, and several of one size, beside a plain second implementation of the server. */
    @ParameterizedTest
    @CsvSource({"500000, 500000, 2", "1000, 100000, 2", "1000, 20000, 1", "1, 1000, 2", "7, 5000, 4"})
    void answersAndChunks_everyExpansion_areThoseOfTheServer(int capacity, int count, int expansion)
            throws IOException {
        PlainServer server = PlainServer.reserve(0.01, capacity, expansion);
        RedisBloomFilter<byte[]> ours = RedisBloomFilters.reserve(KeyEncoder.bytes(), capacity, 0.01, expansion);
        for (int i = 0; i < count; i++) {
            if (ours.add(key(i)) != server.add(key(i))) {
                throw new AssertionError("the add of key " + i + " is answered otherwise");
            }
        }
        RedisBloomFilter<byte[]> read = RedisBloomFilters.read(server.dump(), KeyEncoder.bytes());
        assertThat(read.toBytes()).isEqualTo(ours.toBytes());
        assertThat(RedisBloomFilters.read(new ByteArrayInputStream(ours.toBytes()), KeyEncoder.bytes())
                        .toBytes())
                .isEqualTo(ours.toBytes());
        PlainServer loaded = PlainServer.reserve(0.5, 1, 2);
        ours.chunks().forEach(loaded::load);
        int maybe = 0;
        for (int i = 0; i < 2 * count; i++) {
            boolean expected = loaded.exists(key(i));
            maybe += expected ? 1 : 0;
            if (ours.mightContain(key(i)) != expected
                    || read.mightContain(key(i)) != expected
                    || (i < count && !expected)) {
                throw new AssertionError("key " + i + " is answered otherwise");
            }
        }
        // the server rounds tiny filters such that their FPP is missed
        double allowed = capacity < 1_000 ? 0.025 : 0.0125;
        assertThat((double) (maybe - count)).isLessThan(allowed * count);
        assertThat(ours.info().capacity()).isGreaterThanOrEqualTo(ours.size());
        assertThat(ours.currentFpp()).isLessThan(allowed);
        for (int i = count; i < 2 * count; i += 7) { // both go on alike after a dump
            assertThat(read.add(key(i))).isEqualTo(loaded.add(key(i)));
        }
        assertThat(RedisBloomFilters.read(loaded.dump(), KeyEncoder.bytes()).toBytes())
                .isEqualTo(read.toBytes());
    }

    @Test
    void chunks_moreThan16MiB_areCutAndPutTogetherAgain() throws IOException {
        RedisBloomFilter<byte[]> filter = RedisBloomFilters.reserve(KeyEncoder.bytes(), 20_000_000, 0.001, 2);
        for (int i = 0; i < 1_000; i++) {
            filter.add(key(i));
        }
        List<BloomChunk> chunks = new ArrayList<>();
        filter.chunks().forEach(chunks::add);
        assertThat(chunks).hasSize(4);
        assertThat(chunks).extracting(BloomChunk::iterator).startsWith(1L, 1L + (16 << 20), 1L + (32 << 20));
        PlainServer loaded = PlainServer.reserve(0.5, 1, 2);
        chunks.forEach(loaded::load);
        RedisBloomFilter<byte[]> read = RedisBloomFilters.read(chunks, KeyEncoder.bytes());
        for (int i = 0; i < 1_000; i++) {
            assertThat(read.mightContain(key(i)) && loaded.exists(key(i))).isTrue();
        }
    }

    @Test
    void add_fixedFilter_refusesWhenItIsFull() throws IOException {
        RedisBloomFilter<byte[]> filter = RedisBloomFilters.reserveFixed(KeyEncoder.bytes(), 100, 0.01);
        int i = 0;
        while (filter.size() < 100) {
            filter.add(key(i++));
        }
        int next = i;
        assertThatExceptionOfType(FilterFullException.class)
                .isThrownBy(() -> {
                    for (int more = next; more < next + 100; more++) {
                        filter.add(key(more));
                    }
                })
                .withMessageContaining("100 of 100");
        assertThat(filter.size()).isEqualTo(100);
        RedisBloomFilter<byte[]> read = RedisBloomFilters.read(filter.toBytes(), KeyEncoder.bytes());
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> {
            for (int more = next; more < next + 100; more++) {
                read.add(key(more));
            }
        });
    }

    @Test
    void add_manyThreads_losesNothing() throws InterruptedException {
        RedisBloomFilter<byte[]> filter = RedisBloomFilters.reserve(KeyEncoder.bytes(), 10, 0.01, 2);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                for (int i = own; i < 20_000; i += threads.length) {
                    boolean unused = filter.add(key(i));
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < 20_000; i++) {
            assertThat(filter.mightContain(key(i))).isTrue();
        }
    }

    @Test
    void read_wrongHeaders_areRefused() {
        assertRefused(DamagedForeignFilterException.class, 8, "00", "0 filters");
        assertRefused(UnsupportedForeignFilterException.class, 12, "01", "32 bits");
        assertRefused(DamagedForeignFilterException.class, 0, "02", "2 keys");
        assertRefused(DamagedForeignFilterException.class, 20, "10", "16 bytes");
        assertRefused(DamagedForeignFilterException.class, 60, "06", "6 hashes");
        assertRefused(DamagedForeignFilterException.class, 72, "07", "2^7");
    }

    private static void assertRefused(Class<? extends IOException> type, int at, String hexByte, String message) {
        String header = PAGE_HEADER.substring(0, 2 * at) + hexByte + PAGE_HEADER.substring(2 * at + 2);
        assertThatExceptionOfType(type)
                .isThrownBy(
                        () -> RedisBloomFilters.read(HexFormat.of().parseHex(header + PAGE_BITS), KeyEncoder.utf8()))
                .withMessageContaining(message);
    }

    @Test
    void read_chunksOutOfOrderOrMissing_areRefused() {
        List<BloomChunk> page = page();
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> RedisBloomFilters.read(List.of(page.get(1), page.get(0)), KeyEncoder.utf8()))
                .withMessageContaining("in the order");
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> RedisBloomFilters.read(page.subList(0, 1), KeyEncoder.utf8()));
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> RedisBloomFilters.read(List.of(), KeyEncoder.utf8()));
    }
}
