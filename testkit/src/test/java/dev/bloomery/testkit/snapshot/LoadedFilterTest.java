package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.NotASnapshotException;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot does not keep is said when it is loaded, and holds then. */
class LoadedFilterTest {
    private static final KeyEncoder<Long> LONGS = KeyEncoder.int64();

    @TempDir
    Path directory;

    private static BloomFilter<Long> bloom(int keys) {
        BloomFilter<Long> filter =
                Filters.bloom(LONGS).capacity(1_000).targetFpp(0.01).build();
        for (long i = 0; i < keys; i++) {
            boolean unused = filter.add(i);
        }
        return filter;
    }

    @Test
    void whenFull_reject_refusesBeyondCapacity() throws IOException {
        byte[] bytes = SnapshotSample.bytesOf(bloom(900));
        BloomFilter<Long> loaded =
                Filters.load(LONGS).whenFull(CapacityPolicy.REJECT).from(bytes).bloom();
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> {
            for (long i = 900; i < 1_500; i++) {
                boolean unused = loaded.add(i);
            }
        });
        assertThat(loaded.info().insertions()).isBetween(900L, 1_010L);
    }

    @Test
    void onCapacity_levelPassedBeforeAndAfter_isHeard() throws IOException {
        List<CapacityEvent> events = new ArrayList<>();
        BloomFilter<Long> below = Filters.load(LONGS)
                .onCapacity(0.95, events::add)
                .from(SnapshotSample.bytesOf(bloom(900)))
                .bloom();
        assertThat(events).isEmpty();
        for (long i = 900; i < 1_000; i++) {
            boolean unused = below.add(i);
        }
        assertThat(events).hasAtLeastOneElementOfType(CapacityEvent.LevelReached.class);
        events.clear();
        BloomFilter<Long> beyond = Filters.load(LONGS)
                .onCapacity(0.5, events::add)
                .from(SnapshotSample.bytesOf(bloom(900)))
                .bloom();
        boolean unused = beyond.add(1_000_000L);
        assertThat(events).as("a level that was passed before").isNotEmpty();
    }

    @Test
    void scalable_loaded_goesOnGrowingUpToItsCeiling() throws IOException {
        List<CapacityEvent> events = new ArrayList<>();
        ScalableBloomFilter<Long> original = Filters.scalableBloom(LONGS)
                .targetFpp(0.01)
                .firstCapacity(100)
                .memoryCeilingBytes(4_096)
                .build();
        for (long i = 0; i < 500; i++) {
            boolean unused = original.add(i);
        }
        ScalableBloomFilter<Long> loaded = Filters.load(LONGS)
                .onCapacity(1, events::add)
                .from(SnapshotSample.bytesOf(original))
                .scalableBloom();
        int slices = loaded.info().slices().size();
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> {
            for (long i = 500; i < 10_000; i++) {
                boolean unused = loaded.add(i);
            }
        });
        assertThat(loaded.info().slices().size()).isGreaterThan(slices);
        assertThat(events)
                .hasAtLeastOneElementOfType(CapacityEvent.Grown.class)
                .hasAtLeastOneElementOfType(CapacityEvent.CeilingReached.class);
    }

    @Test
    void counting_loaded_forgetsWhatIsRemoved() throws IOException {
        CountingBloomFilter<Long> original =
                Filters.countingBloom(LONGS).capacity(1_000).targetFpp(1e-6).build();
        for (long i = 0; i < 1_000; i++) {
            boolean unused = original.add(i);
        }
        CountingBloomFilter<Long> loaded =
                Filters.load(LONGS).from(SnapshotSample.bytesOf(original)).countingBloom();
        for (long i = 0; i < 500; i++) {
            assertThat(loaded.remove(i)).isTrue();
        }
        for (long i = 0; i < 1_000; i++) {
            assertThat(loaded.mightContain(i)).isEqualTo(i >= 500);
        }
    }

    @Test
    void singleWriter_loaded_answersAlike() throws IOException {
        byte[] bytes = SnapshotSample.bytesOf(bloom(900));
        BloomFilter<Long> loaded =
                Filters.load(LONGS).singleWriter().from(bytes).bloom();
        boolean unused = loaded.add(5_000L);
        BloomFilter<Long> shared = Filters.load(LONGS).from(bytes).bloom();
        unused = shared.add(5_000L);
        assertThat(SnapshotSample.bytesOf(loaded)).isEqualTo(SnapshotSample.bytesOf(shared));
    }

    @Test
    void load_somethingElse_saysSo() throws IOException {
        Path file = Files.writeString(directory.resolve("notes.txt"), "Dear diary, today I wrote a filter.");
        assertThatExceptionOfType(NotASnapshotException.class)
                .isThrownBy(() -> Filters.load(LONGS).from(file).any())
                .withMessageContaining("notes.txt")
                .withMessageContaining("no snapshot");
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() ->
                        Filters.load(LONGS).from(directory.resolve("none")).any());
    }

    @Test
    void streams_afterUse_areLeftOpen() throws IOException {
        boolean[] closed = new boolean[1];
        byte[] bytes = SnapshotSample.bytesOf(bloom(10));
        InputStream in = new ByteArrayInputStream(bytes) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        assertThat(Filters.load(LONGS).from(in).bloom().mightContain(1L)).isTrue();
        assertThat(closed[0]).isFalse();
    }

    @Test
    void snapshotTo_file_isReadableByItsOwnerOnly() throws IOException {
        Path file = directory.resolve("seen.flt");
        bloom(10).snapshotTo(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }
}
