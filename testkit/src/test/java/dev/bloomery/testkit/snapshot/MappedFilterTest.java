package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.MappedFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.Progress;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MappedFilterTest {
    private static final int KEYS = 3_000;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("seen.flt");
    }

    static List<StoredVariant> variants() {
        return StoredVariant.all();
    }

    static List<StoredVariant> kinds() {
        return StoredVariant.kinds();
    }

    private static Snapshotable<Long> filter(StoredVariant variant, int keys) {
        return variant.maker()
                .make(KeyEncoder.int64(), LongStream.range(0, keys).boxed().toList(), Seed.of(Seeds.base(), 3));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void mightContain_anyHash_answersLikeTheFilterThatWasSaved(StoredVariant variant) throws IOException {
        Snapshotable<?> saved = filter(variant, KEYS);
        saved.snapshotTo(file);
        HashedFilter<Long> original = StoredVariant.asked(saved);
        try (MappedFilter<Long> mapped =
                Filters.load(KeyEncoder.int64()).from(file).mappedUnverified()) {
            SplittableRandom random = new SplittableRandom(Seeds.base());
            for (int i = 0; i < 50_000; i++) {
                long hash = i < KEYS ? original.hash((long) i) : random.nextLong();
                assertThat(mapped.mightContainHash(hash))
                        .as("hash %x, %s", hash, Seeds.describe())
                        .isEqualTo(original.mightContainHash(hash));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void info_mapped_agreesWithThatOfTheFilter(StoredVariant variant) throws IOException {
        Snapshotable<?> saved = filter(variant, KEYS);
        saved.snapshotTo(file);
        FilterInfo original = StoredVariant.<Long>asked(saved).info();
        try (MappedFilter<Long> mapped =
                Filters.load(KeyEncoder.int64()).from(file).mapped()) {
            FilterInfo info = mapped.info();
            assertThat(info.spec()).isEqualTo(original.spec());
            assertThat(info.insertions()).isEqualTo(original.insertions());
            assertThat(info.expectedFpp()).isEqualTo(original.expectedFpp());
            assertThat(info.memoryBytes()).isEqualTo(Files.size(file));
            assertThat(info.fillRatio()).isBetween(0.95 * original.fillRatio(), 1.05 * original.fillRatio());
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void snapshot_ofMapped_isTheSameFile(StoredVariant variant) throws IOException {
        filter(variant, KEYS).snapshotTo(file);
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        try (MappedFilter<Long> mapped =
                Filters.load(KeyEncoder.int64()).from(file).mapped()) {
            mapped.snapshotTo(again);
        }
        assertThat(again.toByteArray()).isEqualTo(Files.readAllBytes(file));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void mapped_damagedBody_isRefusedAndFoundLater(StoredVariant variant) throws IOException {
        filter(variant, KEYS).snapshotTo(file);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, bytes);
        assertThatExceptionOfType(DamagedSnapshotException.class)
                .isThrownBy(() -> Filters.load(KeyEncoder.int64()).from(file).mapped())
                .withMessageContaining("seen.flt")
                .withMessageContaining("checksum of chunk 0");
        try (MappedFilter<Long> unverified =
                Filters.load(KeyEncoder.int64()).from(file).mappedUnverified()) {
            assertThatExceptionOfType(DamagedSnapshotException.class)
                    .isThrownBy(() -> unverified.verify(Progress.NONE));
        }
    }

    /** Header and trailer are checked also where the body is not: all else in the file is under one of their checksums. */
    @ParameterizedTest
    @MethodSource("kinds")
    void mappedUnverified_damageOutsideTheBody_isRefused(StoredVariant variant) throws IOException {
        filter(variant, 20).snapshotTo(file);
        byte[] bytes = Files.readAllBytes(file);
        int headerLength = (bytes[12] & 0xFF) | ((bytes[13] & 0xFF) << 8);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < headerLength; i++) {
            places.add(i);
        }
        for (int i = bytes.length - 16; i < bytes.length; i++) {
            places.add(i);
        }
        for (int place : places) {
            byte[] damaged = bytes.clone();
            damaged[place] ^= 0x10;
            Files.write(file, damaged);
            assertThatExceptionOfType(SnapshotException.class)
                    .as("byte %d", place)
                    .isThrownBy(
                            () -> Filters.load(KeyEncoder.int64()).from(file).mappedUnverified());
        }
    }

    @Test
    void mappedUnverified_cutAtAnyLength_isRefused() throws IOException {
        filter(StoredVariant.kinds().get(0), 20).snapshotTo(file);
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatExceptionOfType(DamagedSnapshotException.class)
                    .as("%d of %d bytes", length, bytes.length)
                    .isThrownBy(
                            () -> Filters.load(KeyEncoder.int64()).from(file).mappedUnverified());
        }
    }

    @Test
    void replacedFile_whileMapped_leavesTheMappedOneAsItWas() throws IOException {
        filter(StoredVariant.kinds().get(0), KEYS).snapshotTo(file);
        try (MappedFilter<Long> mapped =
                Filters.load(KeyEncoder.int64()).from(file).mapped()) {
            filter(StoredVariant.kinds().get(0), 0).snapshotTo(file);
            for (long key = 0; key < KEYS; key++) {
                assertThat(mapped.mightContain(key)).isTrue();
            }
        }
        assertThat(Filters.load(KeyEncoder.int64()).from(file).bloom().info().insertions())
                .isZero();
    }

    @Test
    void close_whileOthersRead_endsTheirQueriesCleanly() throws Exception {
        filter(StoredVariant.kinds().get(0), KEYS).snapshotTo(file);
        MappedFilter<Long> mapped = Filters.load(KeyEncoder.int64()).from(file).mapped();
        AtomicLong wrong = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        CountDownLatch reading = new CountDownLatch(4);
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread reader = new Thread(() -> {
                try {
                    for (long key = 0; ; key = (key + 1) % KEYS) {
                        if (!mapped.mightContain(key)) {
                            wrong.incrementAndGet();
                        }
                        if (key == KEYS / 2) {
                            reading.countDown();
                        }
                    }
                } catch (IllegalStateException closed) {
                    refused.incrementAndGet();
                }
            });
            reader.start();
            readers.add(reader);
        }
        reading.await();
        mapped.close();
        mapped.close(); // again changes nothing
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(wrong).hasValue(0);
        assertThat(refused).hasValue(4);
        assertThatIllegalStateException()
                .isThrownBy(() -> mapped.mightContainEachLong(new long[] {1}))
                .withMessageContaining("closed");
    }
}
