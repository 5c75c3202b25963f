package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.MappedFilter;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.WindowedFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.ManualClock;
import dev.bloomery.testkit.SnapshotableContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is the same content, kind by kind; for all of them see {@link SnapshotableContract}. */
class SameContentTest {
    private static final int KEYS = 2_000;

    @TempDir
    Path directory;

    private static List<Long> keys() {
        return LongStream.range(0, KEYS).boxed().toList();
    }

    private static List<Long> shuffled() {
        List<Long> keys = new ArrayList<>(keys());
        Collections.shuffle(keys, new Random(Seeds.base()));
        return keys;
    }

    private static BloomFilter<Long> bloom() {
        return Filters.bloom(KeyEncoder.int64())
                .capacity(KEYS)
                .targetFpp(0.01)
                .seed(Seed.of(1))
                .build();
    }

    private static CuckooFilter<Long> cuckoo(double fpp) {
        return Filters.cuckoo(KeyEncoder.int64())
                .capacity(KEYS)
                .targetFpp(fpp)
                .seed(Seed.of(1))
                .build();
    }

    private static byte[] bytesOf(Snapshotable<?> filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.snapshotTo(out);
        return out.toByteArray();
    }

    private static void assertSame(Snapshotable<?> one, Snapshotable<?> other, boolean same) {
        assertThat(one.hasSameContent(other)).isEqualTo(same);
        assertThat(other.hasSameContent(one)).isEqualTo(same);
    }

    @Test
    void bloom_mergedOrInAnotherOrderOrCopied_isTheSame() {
        BloomFilter<Long> all = bloom();
        all.addAll(keys());
        BloomFilter<Long> reordered = bloom();
        reordered.addAll(shuffled());
        BloomFilter<Long> merged = bloom();
        merged.addAll(keys().subList(0, KEYS / 2));
        BloomFilter<Long> half = bloom();
        half.addAll(keys().subList(KEYS / 3, KEYS));
        merged.mergeFrom(half);
        assertSame(all, reordered, true);
        assertSame(all, merged, true);
        assertSame(all, all.copy(), true);
        assertSame(all, half, false);
    }

    @Test
    void bloom_ofOtherKeyTypesOrPlans_isNotTheSame() {
        BloomFilter<String> strings = Filters.bloom(KeyEncoder.utf8())
                .capacity(KEYS)
                .targetFpp(0.01)
                .seed(Seed.of(1))
                .build();
        BloomFilter<Long> larger = Filters.bloom(KeyEncoder.int64())
                .capacity(KEYS + 1)
                .targetFpp(0.01)
                .seed(Seed.of(1))
                .build();
        assertSame(bloom(), strings, false);
        assertSame(bloom(), larger, false);
        assertSame(bloom(), cuckoo(0.01), false);
    }

    @Test
    void counting_afterAddAndRemove_isTheSameAgain() {
        CountingBloomFilter<Long> filter = Filters.countingBloom(KeyEncoder.int64())
                .capacity(KEYS)
                .targetFpp(0.01)
                .seed(Seed.of(1))
                .build();
        filter.addAll(keys());
        CountingBloomFilter<Long> other = filter.copy();
        assertSame(filter, other, true);
        other.add(5L);
        assertSame(filter, other, false);
        other.remove(5L);
        assertSame(filter, other, true);
    }

    /** Of a full table the order of the adds decides where fingerprints lie, so the files differ. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.0002, 1e-6, 1e-9})
    void cuckoo_inAnotherOrder_isTheSameThoughItsFileDiffers(double fpp) throws IOException {
        CuckooFilter<Long> filter = cuckoo(fpp);
        filter.addAll(keys());
        CuckooFilter<Long> reordered = cuckoo(fpp);
        reordered.addAll(shuffled());
        assertThat(bytesOf(filter)).isNotEqualTo(bytesOf(reordered));
        assertSame(filter, reordered, true);

        reordered.remove(7L);
        assertSame(filter, reordered, false);
        reordered.add(8L); // as many fingerprints as before, one of them twice
        assertThat(reordered.info().fingerprints()).isEqualTo(filter.info().fingerprints());
        assertSame(filter, reordered, false);
        reordered.remove(8L);
        reordered.add(7L);
        assertSame(filter, reordered, true);
    }

    @Test
    void scalable_ofTheSameAdds_isTheSame() {
        ScalableBloomFilter<Long> filter = Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(0.01)
                .firstCapacity(100)
                .seed(Seed.of(1))
                .build();
        filter.addAll(keys());
        ScalableBloomFilter<Long> copy = filter.copy();
        assertSame(filter, copy, true);
        for (long key = KEYS; key < 2 * KEYS; key++) {
            copy.add(key);
        }
        assertSame(filter, copy, false);
    }

    /** What both have forgotten does not count, though one of them still has its bits. */
    @Test
    void windowed_ofOtherTimes_isNotTheSameUntilBothHaveForgotten() {
        ManualClock clock = new ManualClock();
        WindowedFilter<Long> filter = Filters.windowed(KeyEncoder.int64())
                .window(Duration.ofMinutes(8), KEYS)
                .targetFpp(0.01)
                .clock(clock)
                .seed(Seed.of(1))
                .build();
        WindowedFilter<Long> empty = filter.copy();
        WindowedFilter<Long> later = filter.copy();
        filter.add(1L);
        assertSame(filter, filter.copy(), true);
        assertSame(filter, empty, false);
        clock.move(Duration.ofMinutes(2));
        later.add(1L);
        assertSame(filter, later, false);
        clock.move(Duration.ofMinutes(20));
        assertSame(filter, later, true);
        assertSame(filter, empty, true);
    }

    @Test
    void mapped_ofTheSameFile_isTheSame() throws IOException {
        BloomFilter<Long> filter = bloom();
        filter.addAll(keys());
        filter.snapshotTo(directory.resolve("one"));
        filter.snapshotTo(directory.resolve("same"));
        filter.add(-1L);
        filter.snapshotTo(directory.resolve("other"));
        try (MappedFilter<Long> one = map("one");
                MappedFilter<Long> same = map("same");
                MappedFilter<Long> other = map("other")) {
            assertSame(one, same, true);
            assertSame(one, other, false);
            assertSame(one, filter, false);
        }
    }

    private MappedFilter<Long> map(String file) throws IOException {
        return Filters.load(KeyEncoder.int64()).from(directory.resolve(file)).mapped();
    }
}
