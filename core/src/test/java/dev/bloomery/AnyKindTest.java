package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.durable.DurableFilter;
import dev.bloomery.durable.DurableRemovableFilter;
import dev.bloomery.durable.DurableWindowedFilter;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.file.WrongKindException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterKind;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters whose kind the caller does not know: made, saved, loaded, mapped and kept in a directory by their plan alone. */
class AnyKindTest {
    private static final List<String> KEYS =
            IntStream.range(0, 500).mapToObj(i -> "key " + i).toList();

    @TempDir
    private Path directory;

    private static FilterSpec spec(FilterKind kind) {
        return switch (kind) {
            case BLOOM -> BloomSpec.of(1_000, 0.01);
            case COUNTING -> CountingSpec.of(1_000, 0.01);
            case SCALABLE -> ScalableSpec.of(0.01);
            case WINDOWED -> WindowedSpec.of(1_000, Duration.ofHours(1), 0.01);
            case CUCKOO -> CuckooSpec.of(1_000, 0.01);
            case FUSE -> FuseSpec.of(0.01);
        };
    }

    private static byte[] bytesOf(Snapshotable<?> filter) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        filter.snapshotTo(bytes);
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void of_anySpec_buildsItsKindAndLoadsAgain(FilterKind kind) throws IOException {
        Seed seed = Seed.of(1, 2);
        Snapshotable<String> filter =
                Filters.of(KeyEncoder.utf8(), spec(kind)).seed(seed).build(KEYS);
        assertThat(filter.spec().kind()).isEqualTo(kind);
        assertThat(filter.spec().isSized()).isTrue();
        assertThat(filter.seededSpec().seed()).isEqualTo(seed);
        assertThat(KEYS).allMatch(filter::mightContain);

        Snapshotable<String> loaded =
                Filters.load(KeyEncoder.utf8()).from(bytesOf(filter)).any();
        assertThat(loaded.hasSameContent(filter)).isTrue();
        assertThat(FilterSpec.parse(filter.spec().toString())).isEqualTo(filter.spec());

        Path file = directory.resolve("filter.flt");
        filter.snapshotTo(file);
        try (MappedFilter<String> mapped =
                Filters.load(KeyEncoder.utf8()).from(file).mapped()) {
            assertThat(mapped.spec()).isEqualTo(filter.spec());
            assertThat(KEYS).allMatch(mapped::mightContain);
        }
    }

    @ParameterizedTest
    @EnumSource
    void kind_whatItCanDo_isWhatItsFilterIs(FilterKind kind) {
        Snapshotable<String> filter = Filters.of(KeyEncoder.utf8(), spec(kind)).build(KEYS);
        assertThat(filter instanceof AddableFilter<?>).isEqualTo(kind.takesKeys());
        assertThat(filter instanceof RemovableFilter<?>).isEqualTo(kind.removes());
        assertThat(filter instanceof WindowedFilter<?>).isEqualTo(kind.forgets());
        assertThat(filter instanceof ScalableBloomFilter<?>).isEqualTo(kind.grows());
        assertThat(spec(kind).toString()).startsWith(kind.specName() + " ");
    }

    static Stream<FilterKind> takingKeys() {
        return Stream.of(FilterKind.values()).filter(FilterKind::takesKeys);
    }

    @ParameterizedTest
    @MethodSource("takingKeys")
    void inDirectory_anySpec_isThereAgain(FilterKind kind) throws IOException {
        Path place = directory.resolve(kind.name());
        try (JournaledFilter<String> filter = JournaledFilter.inDirectory(place, KeyEncoder.utf8(), spec(kind))
                .open()) {
            filter.addAll(KEYS);
        }
        try (JournaledFilter<String> again = JournaledFilter.inDirectory(place, KeyEncoder.utf8(), spec(kind))
                .open()) {
            assertThat(KEYS).allMatch(again::mightContain);
            assertThat(again.spec().kind()).isEqualTo(kind);
            Class<?> expected = kind.removes()
                    ? DurableRemovableFilter.class
                    : kind.forgets() ? DurableWindowedFilter.class : DurableFilter.class;
            assertThat(again).isInstanceOf(expected);
        }
    }

    @Test
    void fuse_whereKeysAreTaken_isRefused() throws IOException {
        FilterSpec fuse = spec(FilterKind.FUSE);
        assertThatThrownBy(() -> Filters.addable(KeyEncoder.utf8(), fuse))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes no keys once it is built");
        assertThatThrownBy(() -> JournaledFilter.inDirectory(directory, KeyEncoder.utf8(), fuse))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot live in a directory");
        byte[] saved = bytesOf(Filters.of(KeyEncoder.utf8(), fuse).build(KEYS));
        assertThatThrownBy(() -> Filters.load(KeyEncoder.utf8()).from(saved).heap())
                .isInstanceOf(WrongKindException.class)
                .hasMessageContaining("open it by any()");
    }
}
