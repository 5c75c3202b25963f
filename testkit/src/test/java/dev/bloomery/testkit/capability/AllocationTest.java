package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.bloomery.AddableFilter;
import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code add} and {@code mightContain} allocate nothing, measured by the bytes that the JVM counts for this thread. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20_000;

    static Stream<Arguments> variants() {
        return Stream.of(Layout.CLASSIC, Layout.BLOCKED, Layout.PAIRED)
                .flatMap(layout -> Stream.of(KeyHash.values()).map(hash -> Arguments.of(layout, hash)));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void addAndMightContain_sixtyCharacters_allocateNothing(Layout layout, KeyHash hash) {
        BloomFilter<String> filter = filter(KeyEncoder.utf8(), layout, hash);
        assertAllocatesNothing(filter, urls("https://www.example.com/"));
        assertAllocatesNothing(filter, urls("https://www.example.com/é/")); // not ASCII
        assertAllocatesNothing(filter, urls("https://www.example.com/日本/")); // not Latin-1
    }

    @Test
    void addAndMightContain_otherKeys_allocateNothing() {
        byte[][] bytes = new byte[64][60];
        ByteBuffer[] buffers = new ByteBuffer[64];
        UUID[] uuids = new UUID[64];
        Long[] longs = new Long[64];
        for (int i = 0; i < 64; i++) {
            bytes[i][5] = (byte) i;
            buffers[i] = (i % 2 == 0 ? ByteBuffer.allocate(60) : ByteBuffer.allocateDirect(60)).put(0, (byte) i);
            uuids[i] = new UUID(i, i);
            longs[i] = 1_000_000L + i;
        }
        assertAllocatesNothing(filter(KeyEncoder.bytes(), Layout.AUTO, KeyHash.XXH3_64), bytes);
        assertAllocatesNothing(filter(KeyEncoder.byteBuffer(), Layout.AUTO, KeyHash.XXH3_64), buffers);
        assertAllocatesNothing(filter(KeyEncoder.uuid(), Layout.AUTO, KeyHash.XXH3_64), uuids);
        assertAllocatesNothing(filter(KeyEncoder.int64(), Layout.AUTO, KeyHash.XXH3_64), longs);
    }

    /** Primitive keys are not boxed on their way, in no kind of filter. */
    @Test
    void longMethods_primitiveKeys_allocateNothing() {
        BloomFilter<Long> bloom = filter(KeyEncoder.int64(), Layout.AUTO, KeyHash.XXH3_64);
        CountingBloomFilter<Long> counting = Filters.countingBloom(KeyEncoder.int64())
                .capacity(10_000)
                .targetFpp(0.01)
                .build();
        ScalableBloomFilter<Long> scalable = Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(0.01)
                .firstCapacity(10_000)
                .build();
        for (AddableFilter<Long> filter : List.of(bloom, counting, scalable)) {
            assertThat(allocatedByLongs(filter::mightContainLong)).isZero();
            assertThat(allocatedByLongs(filter::addLong)).isZero();
            assertThat(allocatedByLongs(filter::mightContainLong)).isZero();
        }
        assertThat(allocatedByLongs(bloom::claimLong)).isZero();
        assertThat(allocatedByLongs(scalable::claimLong)).isZero();
        assertThat(allocatedByLongs(counting::removeLong)).isZero();
        CuckooFilter<Long> cuckoo = Filters.cuckoo(KeyEncoder.int64())
                .capacity(10_000)
                .targetFpp(0.01)
                .build();
        assertThat(allocatedByLongs(cuckoo::tryAddLong)).isZero();
        assertThat(allocatedByLongs(cuckoo::mightContainLong)).isZero();
        assertThat(allocatedByLongs(cuckoo::removeLong)).isZero();
        FuseFilter<Long> fuse = Filters.fuse(KeyEncoder.int64()).targetFpp(0.01).build(List.of(1_000_000L));
        assertThat(allocatedByLongs(fuse::mightContainLong)).isZero();
        assertThat(allocatedByLongs(key -> bloom.mightContain(key)))
                .as("control: boxed keys are seen")
                .isGreaterThan(8L * ROUNDS);
    }

    private static long allocatedByLongs(LongConsumer operation) {
        return allocated(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                operation.accept(1_000_000L + (i & 63));
            }
        });
    }

    /** Control: an encoder that allocates a few bytes for each key is caught. */
    @Test
    void allocated_encoderThatAllocates_isCaught() {
        KeyEncoder<String> wasteful =
                (key, sink) -> sink.putRawBytes(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        BloomFilter<String> filter = filter(wasteful, Layout.AUTO, KeyHash.XXH3_64);
        assertThat(allocated(filter::add, urls("https://www.example.com/"))).isGreaterThan(60L * ROUNDS);
    }

    private static <K> void assertAllocatesNothing(BloomFilter<K> filter, K[] keys) {
        assertThat(allocated(filter::mightContain, keys)).isZero();
        assertThat(allocated(filter::add, keys)).isZero();
        assertThat(allocated(filter::mightContain, keys)).isZero();
    }

    /**
     * Bytes allocated in some rounds, the least of several tries: the first ones fill the thread's buffer, and the JVM
     * allocates now and then for itself.
     */
    private static long allocated(Runnable rounds) {
        long least = Long.MAX_VALUE;
        long thread = Thread.currentThread().getId();
        for (int attempt = 0; attempt < 20 && least > 0; attempt++) {
            long before = THREADS.getThreadAllocatedBytes(thread);
            rounds.run();
            least = Math.min(least, THREADS.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }

    private static <K> long allocated(Consumer<K> operation, K[] keys) {
        return allocated(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                operation.accept(keys[i & 63]);
            }
        });
    }

    private static String[] urls(String prefix) {
        String[] urls = new String[64];
        for (int i = 0; i < 64; i++) {
            urls[i] = prefix + "x".repeat(58 - prefix.length()) + (10 + i);
        }
        return urls;
    }

    private static <K> BloomFilter<K> filter(KeyEncoder<K> encoder, Layout layout, KeyHash hash) {
        BloomSpec spec = BloomSpec.of(10_000, 0.01).withLayout(layout).withHash(hash);
        return Filters.bloom(encoder, spec).build();
    }
}
