package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.MappedFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file of more than 2^31 bytes, saved, mapped in several windows and loaded. Takes 2.3 GB of disk, and the heap of the profile. */
@Tag("long")
class LargeSnapshotTest {
    private static final long BITS = 18_000_000_000L / 512 * 512;
    private static final int KEYS = 1_000_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Layout.class,
            names = {"CLASSIC", "BLOCKED"})
    void snapshot_beyondTwoGibibytes_answersLikeTheFilter(Layout layout) throws IOException {
        Path file = directory.resolve("large.flt");
        boolean[] expected = save(layout, file);
        assertThat(Files.size(file)).isGreaterThan(Integer.MAX_VALUE);
        try (MappedFilter<Long> mapped =
                Filters.load(KeyEncoder.int64()).from(file).mapped()) {
            assertThat(answers(mapped)).isEqualTo(expected);
        }
        assertThat(answers(Filters.load(KeyEncoder.int64()).from(file).bloom())).isEqualTo(expected);
    }

    /** What the filter answers; itself it is gone, because the heap holds only one of them. */
    private static boolean[] save(Layout layout, Path file) throws IOException {
        BloomFilter<Long> filter = Filters.bloom(
                        KeyEncoder.int64(), BloomSpec.ofSize(new BloomSizing(layout, BITS, 6), 2_000_000_000L))
                .seed(Seed.of(Seeds.base()))
                .singleWriter()
                .build();
        for (long key = 0; key < KEYS; key++) {
            filter.addLong(key);
        }
        filter.snapshotTo(file);
        return answers(filter);
    }

    /** Of all keys that are in, and of as many that are not. */
    private static boolean[] answers(HashedFilter<Long> filter) {
        long[] asked = new long[2 * KEYS];
        for (int i = 0; i < asked.length; i++) {
            asked[i] = i;
        }
        boolean[] answers = filter.mightContainEachLong(asked);
        for (int i = 0; i < KEYS; i++) {
            assertThat(answers[i]).isTrue();
        }
        return answers;
    }
}
