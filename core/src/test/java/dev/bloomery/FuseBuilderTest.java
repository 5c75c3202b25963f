package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.info.FuseInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuseBuilderTest {
    /** More than one shard, so that a temporary file is needed. */
    private static final long MORE_THAN_A_SHARD = 16_000_100;

    @TempDir
    Path directory;

    private static FuseBuilder<Long> builder() {
        return Filters.fuse(KeyEncoder.int64()).targetFpp(0.004).seed(Seed.of(5, 6));
    }

    private static long[] keys(int count) {
        return LongStream.range(0, count).map(i -> i * 31).toArray();
    }

    @Test
    void build_anySource_givesTheSameFilter() throws IOException {
        long[] keys = keys(5_000);
        List<Long> boxed = Arrays.stream(keys).boxed().toList();
        FuseFilter<Long> expected = builder().build(boxed);
        long[] hashes = Arrays.stream(keys).map(expected::hashLong).toArray();
        ByteBuffer bytes = ByteBuffer.allocate(8 * hashes.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(hashes);
        Path file = Files.write(directory.resolve("hashes"), bytes.array());
        for (FuseFilter<Long> filter : List.of(
                builder().build(new ArrayDeque<>(boxed)),
                builder().build(boxed.stream()),
                builder().buildLongs(keys),
                builder().buildHashes(hashes),
                builder().buildHashes(file),
                Filters.fuse(KeyEncoder.int64(), expected.spec())
                        .seed(Seed.of(5, 6))
                        .build(boxed))) {
            assertThat(filter.info()).isEqualTo(expected.info());
            assertThat(filter.seededSpec()).isEqualTo(expected.seededSpec());
            for (long key = 0; key < 100_000; key++) {
                assertThat(filter.mightContainLong(key)).isEqualTo(expected.mightContainLong(key));
            }
        }
        assertThat(keys).as("not modified").isEqualTo(keys(5_000));
        assertThat(Files.readAllBytes(file)).as("not modified").isEqualTo(bytes.array());
    }

    /** Fixed keys and a fixed seed give exact answers on every machine; a change of them is one of what stored filters mean. */
    @Test
    void build_fixedKeys_hasExactFalsePositives() {
        assertThat(List.of(
                        falsePositives(builder()),
                        falsePositives(builder().arity(4)),
                        falsePositives(builder().hardened())))
                .containsExactly("392 in 1687 bytes", "407 in 1623 bytes", "391 in 1687 bytes");
    }

    private static String falsePositives(FuseBuilder<Long> builder) {
        FuseFilter<Long> filter = builder.buildLongs(keys(1_000));
        long hits = LongStream.range(1_000_000, 1_100_000)
                .filter(filter::mightContainLong)
                .count();
        return hits + " in " + filter.info().memoryBytes() + " bytes";
    }

    @Test
    void info_filter_saysWhatItIs() {
        FuseFilter<Long> filter = builder().buildLongs(keys(1_000));
        FuseInfo info = filter.info();
        assertThat(info.keys()).isEqualTo(1_000);
        assertThat(info.capacity()).isEqualTo(1_000);
        assertThat(info.fingerprintBits()).isEqualTo(8);
        assertThat(info.arity()).isEqualTo(3);
        assertThat(info.shards()).isOne();
        assertThat(info.expectedFpp()).isCloseTo(1.0 / 256, org.assertj.core.api.Assertions.withinPercentage(0.001));
        assertThat(info.bitsPerKey()).isEqualTo(8.0 * info.memoryBytes() / 1_000);
        assertThat(info.toString()).contains("3-wise", "8 bits", "1,000", "bits a key");
        assertThat(filter).hasToString("FuseFilter[fuse capacity=1000 fpp=0.004 arity=3 hash=xxh3-64]");
    }

    @Test
    void build_wrongChoices_areRefusedWhereTheyAreGiven() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.fuse(KeyEncoder.int64()).targetFpp(1.5))
                .withMessageContaining("for 1.5 percent write 0.015");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.fuse(KeyEncoder.int64()).targetFpp(1e-18))
                .withMessageContaining("too low for a fuse filter");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().arity(2))
                .withMessageContaining("use 3, or 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().tempDirectory(directory.resolve("missing")))
                .withMessageContaining("which is no directory");
        Path file = Files.createFile(directory.resolve("file"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().tempDirectory(file))
                .withMessageContaining("which is no directory");
    }

    @Test
    void fingerprintBits_asked_areInTheFilterAndItsSnapshot() throws IOException {
        FuseFilter<Long> filter = Filters.fuse(KeyEncoder.int64())
                .targetFpp(0.01)
                .fingerprintBits(5)
                .seed(Seed.of(1))
                .buildLongs(LongStream.range(0, 1_000).toArray());
        assertThat(filter.info().fingerprintBits()).isEqualTo(5);
        assertThat(filter.info().targetFpp()).isEqualTo(1 / 32.0);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.snapshot().to(out);
        FuseFilter<Long> loaded =
                Filters.load(KeyEncoder.int64()).from(out.toByteArray()).fuse();
        assertThat(loaded.info().spec()).hasToString("fuse capacity=1000 fpp=0.03125 arity=3 hash=xxh3-64 width=5");
        assertThat(loaded.info().fingerprintBits()).isEqualTo(5);
        LongStream.range(0, 1_000)
                .forEach(key -> assertThat(loaded.mightContain(key)).isTrue());
    }

    @Test
    void build_null_namesTheParameter() {
        assertThatNullPointerException()
                .isThrownBy(() -> builder().build(Arrays.asList(1L, nothing(), 3L)))
                .withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> builder().build(Stream.of(1L, nothing())))
                .withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> builder().buildLongs(nothing()))
                .withMessage("keys");
        assertThatNullPointerException()
                .isThrownBy(() -> builder().tempDirectory(nothing()))
                .withMessage("directory");
    }

    @Test
    void buildHashes_wrongFile_isRefusedWithAReason() throws IOException {
        Path file = Files.write(directory.resolve("cut"), new byte[17]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().buildHashes(file))
                .withMessageContaining("17 bytes")
                .withMessageContaining("no multiple of 8");
        assertThatThrownBy(() -> builder().buildHashes(directory.resolve("missing")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("missing");
        Path empty = Files.createFile(directory.resolve("empty"));
        assertThat(builder().buildHashes(empty).info().keys()).isZero();
    }

    @Test
    void build_stream_isClosedAlsoAfterAFailure() {
        Stream<Long> failing = LongStream.range(0, 10).mapToObj(i -> {
            if (i == 5) {
                throw new IllegalStateException("half-way");
            }
            return i;
        });
        for (Stream<Long> keys : List.of(Stream.of(1L, 2L), failing)) {
            AtomicBoolean closed = new AtomicBoolean();
            try {
                builder().build(keys.onClose(() -> closed.set(true)));
            } catch (IllegalStateException expected) {
                assertThat(expected).hasMessage("half-way");
            }
            assertThat(closed).isTrue();
        }
    }

    @Test
    void build_moreThanAShardAndAFailure_leavesNoFile() throws IOException {
        Iterable<Long> failing = () -> new Iterator<>() {
            private long next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Long next() {
                if (next == MORE_THAN_A_SHARD) {
                    assertPrivate();
                    throw new IllegalStateException("half-way");
                }
                return next++;
            }
        };
        assertThatThrownBy(() -> builder().tempDirectory(directory).build(failing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("half-way");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    /** What can be seen of the temporary file, which on many systems has no name any more, is its owner's only. */
    private void assertPrivate() {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @SuppressWarnings({"NullAway", "unchecked", "TypeParameterUnusedInFormals"}) // the point of the test
    private static <T> T nothing() {
        return (T) Collections.singletonList(null).get(0);
    }
}
