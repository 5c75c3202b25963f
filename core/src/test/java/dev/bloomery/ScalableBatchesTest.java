package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A batch asks slice by slice; what it answers and leaves is what adding one by one answers and leaves. */
class ScalableBatchesTest {
    private static final long SEED = Seeds.orElse(57);

    static Stream<Arguments> variants() {
        return Stream.of(Layout.AUTO, Layout.CLASSIC, Layout.PAIRED)
                .flatMap(layout -> Stream.of(Arguments.of(layout, true), Arguments.of(layout, false)));
    }

    private static ScalableBuilder<Long> builder(Layout layout, double fpp, long first) {
        return Filters.scalableBloom(
                        KeyEncoder.int64(),
                        ScalableSpec.of(fpp).withFirstCapacity(first).withLayout(layout))
                .seed(Seed.of(SEED));
    }

    private static ScalableBloomFilter<Long> filter(Layout layout, boolean singleWriter, double fpp, long first) {
        ScalableBuilder<Long> builder = builder(layout, fpp, first);
        return (singleWriter ? builder.singleWriter() : builder).build();
    }

    /** New hashes, those of batches before, and those that are twice in the batch. */
    private static long[] batch(SplittableRandom random, int length, int distinct) {
        long[] batch = new long[length];
        Arrays.setAll(batch, i -> new SplittableRandom(random.nextInt(distinct)).nextLong());
        return batch;
    }

    /** At a high FPP some hashes look present in a slice by chance; growth comes in the midst of batches. */
    @ParameterizedTest
    @MethodSource("variants")
    void addEachHash_anyBatches_isAddingOneByOne(Layout layout, boolean singleWriter) {
        for (double fpp : new double[] {0.3, 1e-6}) {
            SplittableRandom random = new SplittableRandom(SEED);
            ScalableBloomFilter<Long> batched = filter(layout, singleWriter, fpp, 100);
            ScalableBloomFilter<Long> counted = filter(layout, singleWriter, fpp, 100);
            ScalableBloomFilter<Long> single = filter(layout, singleWriter, fpp, 100);
            for (int length : new int[] {0, 1, 2, 99, 300, 1023, 1024, 1025, 5_000, 3, 20_000}) {
                long[] hashes = batch(random, length, 30_000);
                long[] given = hashes.clone();
                boolean[] asked = batched.mightContainEachHash(hashes);
                boolean[] isNew = batched.addEachHash(hashes);
                long added = counted.addAllHashes(hashes);
                assertThat(hashes).isEqualTo(given);
                boolean[] askedOne = new boolean[length];
                boolean[] isNewOne = new boolean[length];
                long news = 0;
                for (int i = 0; i < length; i++) {
                    askedOne[i] = single.mightContainHash(hashes[i]);
                }
                for (int i = 0; i < length; i++) {
                    isNewOne[i] = single.addHash(hashes[i]);
                    news += isNewOne[i] ? 1 : 0;
                }
                String what = "seed " + SEED + ", " + length + " hashes";
                assertThat(asked).as(what).isEqualTo(askedOne);
                assertThat(isNew).as(what).isEqualTo(isNewOne);
                assertThat(added).as(what).isEqualTo(news);
                assertThat(batched.mightContainEachHash(hashes)).isEqualTo(ones(length));
            }
            assertThat(single.info().slices()).hasSizeGreaterThan(5);
            assertThat(batched.info()).isEqualTo(single.info());
            assertThat(batched.hasSameContent(single)).isTrue();
            assertThat(counted.hasSameContent(single)).isTrue();
        }
    }

    private static boolean[] ones(int length) {
        boolean[] ones = new boolean[length];
        Arrays.fill(ones, true);
        return ones;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void mightContainEachHash_severalSlices_answersLikeSingleQueries(Layout layout, boolean singleWriter) {
        SplittableRandom random = new SplittableRandom(SEED);
        ScalableBloomFilter<Long> filter = filter(layout, singleWriter, 0.1, 1_000);
        long unused = filter.addAllHashes(batch(random, 10_000, 100_000));
        long[] asked = batch(random, 10_000, 100_000);
        boolean[] answers = new boolean[asked.length];
        for (int i = 0; i < asked.length; i++) {
            answers[i] = filter.mightContainHash(asked[i]);
        }
        assertThat(filter.mightContainEachHash(asked)).as("seed %d", SEED).isEqualTo(answers);
    }

    @Test
    void addEachHash_atTheCeiling_refusesAndTakesWhatSingleAddsDo() {
        for (CapacityPolicy policy : new CapacityPolicy[] {CapacityPolicy.REJECT, CapacityPolicy.WARN}) {
            ScalableBloomFilter<Long> batched = ceiling(policy);
            ScalableBloomFilter<Long> single = ceiling(policy);
            long[] hashes = new SplittableRandom(SEED).longs(10_000).toArray();
            if (policy == CapacityPolicy.REJECT) {
                assertThatThrownBy(() -> batched.addEachHash(hashes)).isInstanceOf(FilterFullException.class);
                assertThatThrownBy(() -> {
                            for (long hash : hashes) {
                                single.addHash(hash);
                            }
                        })
                        .isInstanceOf(FilterFullException.class);
            } else {
                boolean[] isNew = batched.addEachHash(hashes);
                for (int i = 0; i < hashes.length; i++) {
                    assertThat(isNew[i]).isEqualTo(single.addHash(hashes[i]));
                }
            }
            assertThat(batched.hasSameContent(single)).isTrue();
            // what is in is no new key, so that a full filter takes it
            assertThat(batched.addEachHash(Arrays.copyOf(hashes, 1_000))).containsOnly(false);
        }
    }

    private static ScalableBloomFilter<Long> ceiling(CapacityPolicy policy) {
        return builder(Layout.PAIRED, 1e-4, 500)
                .memoryCeilingBytes(10_000)
                .whenFull(policy)
                .onCapacity(event -> {})
                .singleWriter()
                .build();
    }

    /** Slices whose target is below what paired takes are classic, and answer as before when they are read. */
    @Test
    void slices_targetsBelowTheLeastOfPaired_areClassic() throws IOException {
        ScalableBloomFilter<Long> filter = filter(Layout.PAIRED, true, 1e-9, 10);
        long[] hashes = new SplittableRandom(SEED).longs(1_000).toArray();
        assertThat(filter.addEachHash(hashes)).containsOnly(true);
        List<Layout> layouts =
                filter.info().slices().stream().map(BloomInfo::layout).toList();
        assertThat(layouts).startsWith(Layout.PAIRED, Layout.PAIRED, Layout.PAIRED, Layout.CLASSIC);
        assertThat(layouts.subList(3, layouts.size())).containsOnly(Layout.CLASSIC);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.snapshot().to(out);
        ScalableBloomFilter<Long> read = Filters.load(KeyEncoder.int64())
                .seed(Seed.of(SEED))
                .from(out.toByteArray())
                .scalableBloom();
        assertThat(read.hasSameContent(filter)).isTrue();
        assertThat(read.addEachHash(hashes)).containsOnly(false);
    }

    @Test
    void grown_targetBelowTheLeastOfPaired_isTold() {
        List<String> events = new ArrayList<>();
        ScalableBloomFilter<Long> filter = builder(Layout.PAIRED, 1e-11, 100)
                .onCapacity(event -> events.add(event.toString()))
                .build();
        long unused = filter.addAllHashes(new SplittableRandom(SEED).longs(500).toArray());
        assertThat(events).hasSize(2);
    }

    /**
     * Threads that add batches at the same moment leave no slice with more keys than it was made for, and lose none. There are more of them than
     * processors, so that some are stopped after they have found room for a batch.
     */
    @Test
    void addEachHash_severalThreads_losesNoKeyAndKeepsTheFpp() throws InterruptedException {
        ScalableBloomFilter<Long> filter = filter(Layout.PAIRED, false, 1e-6, 1_000);
        int threads = 16;
        int perThread = 25_000;
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long[] hashes = new SplittableRandom(SEED + t).longs(perThread).toArray();
            Thread thread = new Thread(() -> {
                for (int from = 0; from < perThread; from += 2_500) {
                    boolean[] unused = filter.addEachHash(Arrays.copyOfRange(hashes, from, from + 2_500));
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        for (int t = 0; t < threads; t++) {
            long[] hashes = new SplittableRandom(SEED + t).longs(perThread).toArray();
            assertThat(filter.mightContainEachHash(hashes)).containsOnly(true);
        }
        assertThat(filter.info().expectedFpp()).isLessThanOrEqualTo(1e-6);
        List<BloomInfo> slices = filter.info().slices();
        for (BloomInfo slice : slices) {
            // each thread notices a full slice after the add that filled it, and a count that is striped a little later
            assertThat(slice.insertions()).isLessThanOrEqualTo((long) (1.01 * slice.capacity()) + threads);
        }
        for (BloomInfo left : slices.subList(0, slices.size() - 1)) {
            // nor does it get another slice before, but for what is underway: a slice for less than 65,536 takes no
            // part of a batch at once
            long underway = left.capacity() < 65_536 ? 0 : threads * 1_024L;
            assertThat(left.insertions()).isGreaterThanOrEqualTo((long) (0.99 * left.capacity()) - underway);
        }
    }
}
