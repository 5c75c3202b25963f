package dev.bloomery.internal.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FuseConstructionTest {
    private static final int SHARD_KEYS = 5_000;

    @TempDir
    Path directory;

    private static FuseConstruction construction(int arity) {
        return new FuseConstruction(arity, 0.004, 42);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void of_sameHashesInAnyOrder_isTheSameFilter(int arity) {
        for (int keys : new int[] {0, 1, 2, 100, 11_500, 300_000}) {
            long[] hashes = Hashes.random(keys, "order");
            FuseShards expected = Hashes.build(construction(arity), hashes);
            long[] sorted = hashes.clone();
            Arrays.sort(sorted);
            assertThat(Hashes.alike(Hashes.build(construction(arity), sorted), expected))
                    .isTrue();
            long[] reversed = IntStream.range(0, keys)
                    .mapToLong(i -> hashes[keys - 1 - i])
                    .toArray();
            assertThat(Hashes.alike(Hashes.build(construction(arity), reversed), expected))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void of_repeatedHashes_isTheFilterOfTheDistinctOnes(int arity) {
        SplittableRandom random = new SplittableRandom(Hashes.SEED);
        for (int keys : new int[] {1, 2, 3, 100, 11_500, 100_000}) {
            long[] hashes = Hashes.random(keys, "repeated");
            FuseShards expected = Hashes.build(construction(arity), hashes);
            long[] half = LongStream.concat(Arrays.stream(hashes), Arrays.stream(hashes, 0, keys / 2))
                    .toArray();
            long[] twice = LongStream.concat(Arrays.stream(hashes), Arrays.stream(hashes))
                    .toArray();
            long[] often = LongStream.concat(
                            Arrays.stream(hashes), IntStream.range(0, 300).mapToLong(i -> hashes[0]))
                    .toArray();
            long[] byChance = LongStream.concat(
                            Arrays.stream(hashes),
                            LongStream.generate(() -> hashes[random.nextInt(keys)])
                                    .limit(2L * keys))
                    .toArray();
            for (long[] repeated : new long[][] {half, twice, often, byChance}) {
                FuseShards shards = Hashes.build(construction(arity), repeated);
                assertThat(shards.keys()).isEqualTo(keys);
                assertThat(Hashes.alike(shards, expected))
                        .as("%d of %d, seed %d", keys, repeated.length, Hashes.SEED)
                        .isTrue();
            }
        }
    }

    @Test
    void of_allEqual_isTheFilterOfOneHash() {
        FuseShards expected = Hashes.build(construction(3), 7);
        for (int times : new int[] {2, 3, 127, 128, 129, 255, 256, 257, 512, 100_000}) {
            long[] equal = new long[times];
            Arrays.fill(equal, 7);
            assertThat(Hashes.alike(Hashes.build(construction(3), equal), expected))
                    .as("%d times", times)
                    .isTrue();
            assertThat(Hashes.alike(Hashes.build(construction(3), 1_000, directory, equal), expected))
                    .as("%d times, through a file", times)
                    .isTrue();
        }
    }

    @Test
    void of_noHash_neverAnswersMaybe() {
        FuseShards shards = Hashes.build(construction(3));
        for (long hash : Hashes.random(10_000, "none")) {
            assertThat(shards.mightContainHash(hash)).isFalse();
        }
        assertThat(shards.keys()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void of_manyShards_findsEveryHashAndLeavesNoFile(int arity) throws IOException {
        for (int keys : new int[] {SHARD_KEYS, SHARD_KEYS + 1, 3 * SHARD_KEYS, 60 * SHARD_KEYS + 7, 400_000}) {
            long[] hashes = Hashes.random(keys, "shards");
            FuseShards shards = Hashes.build(construction(arity), SHARD_KEYS, directory, hashes);
            assertThat(shards.count()).isEqualTo((keys + SHARD_KEYS - 1) / SHARD_KEYS);
            assertThat(shards.keys()).isEqualTo(keys);
            Hashes.assertAllFound(shards::mightContainHash, hashes, keys + " keys in shards");
            boolean[] answers = new boolean[keys];
            shards.mightContainHashes(hashes, keys, answers, 0);
            for (boolean answer : answers) {
                assertThat(answer).isTrue();
            }
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void of_manyShardsInAnyOrderWithRepeatedHashes_isTheSameFilter() throws IOException {
        long[] hashes = Hashes.random(4 * SHARD_KEYS + 100, "shards, order");
        FuseShards expected = Hashes.build(construction(3), SHARD_KEYS, directory, hashes);
        long[] sorted = hashes.clone();
        Arrays.sort(sorted);
        assertThat(Hashes.alike(Hashes.build(construction(3), SHARD_KEYS, directory, sorted), expected))
                .isTrue();
        long[] thrice = LongStream.concat(
                        Arrays.stream(sorted), LongStream.concat(Arrays.stream(hashes), Arrays.stream(hashes)))
                .toArray();
        assertThat(Hashes.alike(Hashes.build(construction(3), SHARD_KEYS, directory, thrice), expected))
                .isTrue();
        assertThat(files()).isEmpty();
    }

    @Test
    void of_repeatedSoOftenThatOneShardIsEnough_isTheFilterInMemory() {
        long[] hashes = Hashes.random(SHARD_KEYS / 2, "few distinct");
        long[] often = LongStream.range(0, 40L * SHARD_KEYS)
                .map(i -> hashes[(int) (i % hashes.length)])
                .toArray();
        FuseShards shards = Hashes.build(construction(3), SHARD_KEYS, directory, often);
        assertThat(Hashes.alike(shards, Hashes.build(construction(3), hashes))).isTrue();
    }

    @Test
    void of_hashesThatAreNotMixed_isRefusedWithAdvice() throws IOException {
        long[] counter = LongStream.range(0, 4L * SHARD_KEYS).toArray();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hashes.build(construction(3), SHARD_KEYS, directory, counter))
                .withMessageContaining("fall into one shard")
                .withMessageContaining("not counters");
        assertThat(files()).isEmpty();
    }

    @Test
    void close_afterAFailureHalfWay_leavesNoFile() throws IOException {
        assertThatThrownBy(() -> {
                    try (HashCollector collector = new HashCollector(directory, SHARD_KEYS)) {
                        for (long hash : Hashes.random(10 * SHARD_KEYS, "failure")) {
                            collector.add(hash);
                        }
                        throw new IllegalStateException("half-way");
                    }
                })
                .hasMessage("half-way");
        assertThat(files()).isEmpty();
    }

    @Test
    void of_noPlaceForTheFile_saysSo() {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> Hashes.build(construction(3), 100, missing, Hashes.random(200, "no place")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("missing");
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> listed = Files.list(directory)) {
            return listed.toList().stream();
        }
    }

    /** Beyond the caches a batch takes another way: the same answers, from one shard or several, whatever the width. */
    @ParameterizedTest
    @CsvSource({"3, 0.004", "3, 0.0000154", "3, 0.01", "3, 1e-16", "4, 0.004", "4, 1e-16"})
    void mightContainHashes_largeFilters_answerLikeOneByOne(int arity, double fpp) {
        int keys = 4_500_000;
        FuseConstruction construction = new FuseConstruction(arity, fpp, 42);
        long[] hashes = Hashes.random(keys, "batch");
        long[] asked = LongStream.concat(Arrays.stream(hashes, 0, 5_000), Arrays.stream(Hashes.random(5_001, "absent")))
                .toArray();
        for (int shardKeys : new int[] {keys, 2_000_000}) {
            FuseShards shards = Hashes.build(construction, shardKeys, directory, hashes);
            assertThat(shards.memoryBytes()).as("beyond the caches").isGreaterThan(1 << 22);
            assertThat(shards.table(shards.count() - 1).cells())
                    .isSameAs(shards.table(0).cells());
            boolean[] answers = new boolean[asked.length + 1];
            shards.mightContainHashes(asked, asked.length, answers, 1);
            for (int i = 0; i < asked.length; i++) {
                assertThat(answers[1 + i]).isEqualTo(shards.mightContainHash(asked[i]));
                assertThat(answers[1 + i] || i >= 5_000).isTrue();
            }
        }
    }
}
