package dev.bloomery.benchmarks.foreign;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.interop.guava.GuavaFilter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.guava.GuavaKeys;
import dev.bloomery.interop.parquet.ParquetFilters;
import dev.bloomery.interop.parquet.ParquetKeys;
import dev.bloomery.interop.parquet.SplitBlockFilter;
import dev.bloomery.interop.spark.SparkFilter;
import dev.bloomery.interop.spark.SparkFilters;
import dev.bloomery.interop.spark.SparkKeys;
import dev.bloomery.interop.spark.SparkVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;

/**
 * {@code benchmarks/bench foreign}: filters of a million keys at 1 %, written by Guava, parquet-java and
 * Spark, asked by their own library and by us in turn, round by round; the lower quartile of the rounds
 * counts, because the machine is never quiet. Then two threads ask one filter of Parquet for keys that it
 * has.
 */
public final class ForeignSpeed {
    private static final int KEYS = 1_000_000;
    private static final int ASKED = 1 << 16;
    private static final int ROUNDS = 60;
    private static final int PASSES = 20;
    private static final double FPP = 0.01;

    private final Long[] longs = new Long[2 * KEYS];
    private final String[] texts = new String[2 * KEYS];

    private ForeignSpeed() {
        SplittableRandom random = new SplittableRandom(28);
        for (int i = 0; i < longs.length; i++) {
            longs[i] = random.nextLong();
            texts[i] =
                    String.format(Locale.ROOT, "https://www.example.org/some/directory/page/%016x", random.nextLong());
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        ForeignSpeed speed = new ForeignSpeed();
        System.out.printf("%-22s %10s %10s %8s%n", "ns a query", "theirs", "ours", "ratio");
        speed.guava();
        speed.spark();
        speed.parquet();
        speed.twoThreads();
    }

    private void guava() throws IOException {
        BloomFilter<Long> ofLongs = BloomFilter.create(Funnels.longFunnel(), KEYS, FPP);
        BloomFilter<CharSequence> ofTexts = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), KEYS, FPP);
        for (int i = 0; i < KEYS; i++) {
            boolean unused = ofLongs.put(longs[i]);
            boolean unusedToo = ofTexts.put(texts[i]);
        }
        ByteArrayOutputStream longBytes = new ByteArrayOutputStream();
        ofLongs.writeTo(longBytes);
        GuavaFilter<Long> ourLongs = GuavaFilters.read(longBytes.toByteArray(), GuavaKeys.longs());
        compare("Guava, long", longs, ofLongs::mightContain, ourLongs::mightContain);
        ByteArrayOutputStream textBytes = new ByteArrayOutputStream();
        ofTexts.writeTo(textBytes);
        GuavaFilter<String> ourTexts =
                GuavaFilters.read(textBytes.toByteArray(), GuavaKeys.strings(StandardCharsets.UTF_8));
        compare("Guava, text", texts, ofTexts::mightContain, ourTexts::mightContain);
    }

    private void spark() throws IOException {
        var ofLongs = org.apache.spark.util.sketch.BloomFilter.create(KEYS, FPP);
        var ofTexts = org.apache.spark.util.sketch.BloomFilter.create(KEYS, FPP);
        for (int i = 0; i < KEYS; i++) {
            boolean unused = ofLongs.putLong(longs[i]);
            boolean unusedToo = ofTexts.putString(texts[i]);
        }
        SparkFilter<Long> ourLongs = SparkFilters.create(SparkVersion.V2, SparkKeys.longs(), KEYS, FPP);
        SparkFilter<String> ourTexts = SparkFilters.create(SparkVersion.V2, SparkKeys.strings(), KEYS, FPP);
        ourLongs.addAll(Arrays.asList(longs).subList(0, KEYS));
        ourTexts.addAll(Arrays.asList(texts).subList(0, KEYS));
        compare("Spark, long", longs, ofLongs::mightContainLong, ourLongs::mightContain);
        compare("Spark, text", texts, ofTexts::mightContainString, ourTexts::mightContain);
    }

    private static BlockSplitBloomFilter parquetFilter() {
        return new BlockSplitBloomFilter(BlockSplitBloomFilter.optimalNumOfBits(KEYS, FPP) / 8);
    }

    private void parquet() {
        BlockSplitBloomFilter ofLongs = parquetFilter();
        BlockSplitBloomFilter ofTexts = parquetFilter();
        SplitBlockFilter<Long> ourLongs = ParquetFilters.ofBytes(ParquetKeys.int64(), ofLongs.getBitsetSize());
        SplitBlockFilter<String> ourTexts = ParquetFilters.ofBytes(ParquetKeys.strings(), ofTexts.getBitsetSize());
        for (int i = 0; i < KEYS; i++) {
            ofLongs.insertHash(ofLongs.hash((long) longs[i]));
            ofTexts.insertHash(ofTexts.hash(Binary.fromString(texts[i])));
            boolean unused = ourLongs.add(longs[i]);
            boolean unusedToo = ourTexts.add(texts[i]);
        }
        compare("Parquet, long", longs, key -> ofLongs.findHash(ofLongs.hash((long) key)), ourLongs::mightContain);
        compare(
                "Parquet, text",
                texts,
                key -> ofTexts.findHash(ofTexts.hash(Binary.fromString(key))),
                ourTexts::mightContain);
    }

    private static <K> void compare(String name, K[] keys, Predicate<K> theirs, Predicate<K> ours) {
        for (int i = 0; i < keys.length; i++) {
            if (theirs.test(keys[i]) != ours.test(keys[i])) {
                throw new AssertionError(name + ": key " + i + " is answered otherwise");
            }
        }
        for (boolean present : new boolean[] {true, false}) {
            double[] ofTheirs = new double[ROUNDS];
            double[] ofOurs = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                int from = (present ? 0 : KEYS) + round * 7_919 % (KEYS - ASKED);
                ofTheirs[round] = nanos(keys, from, theirs);
                ofOurs[round] = nanos(keys, from, ours);
            }
            double their = lowerQuartile(ofTheirs);
            double our = lowerQuartile(ofOurs);
            System.out.printf(
                    Locale.ROOT,
                    "%-22s %10.1f %10.1f %8.2f%n",
                    name + (present ? ", hit" : ", miss"),
                    their,
                    our,
                    our / their);
        }
    }

    private static <K> double nanos(K[] keys, int from, Predicate<K> filter) {
        int maybe = 0;
        long start = System.nanoTime();
        for (int i = from; i < from + ASKED; i++) {
            maybe += filter.test(keys[i]) ? 1 : 0;
        }
        double nanos = (double) (System.nanoTime() - start) / ASKED;
        if (maybe < 0) {
            throw new AssertionError("never"); // so that the answers are needed
        }
        return nanos;
    }

    private static double lowerQuartile(double[] rounds) {
        Arrays.sort(rounds);
        return rounds[rounds.length / 4];
    }

    /**
     * A question that throws is one that failed, too: parquet-java shares a buffer for hashes, and an array
     * for the bits of a key.
     */
    private void twoThreads() throws InterruptedException {
        BlockSplitBloomFilter theirs = parquetFilter();
        SplitBlockFilter<Long> ours = ParquetFilters.ofBytes(ParquetKeys.int64(), theirs.getBitsetSize());
        for (int i = 0; i < KEYS; i++) {
            theirs.insertHash(theirs.hash((long) longs[i]));
            boolean unused = ours.add(longs[i]);
        }
        System.out.printf(
                Locale.ROOT,
                "%nof %,d questions for present keys by two threads at once, failed in parquet-java %,d, here %,d%n",
                2 * PASSES * KEYS,
                failed(key -> theirs.findHash(theirs.hash((long) key))),
                failed(ours::mightContain));
    }

    private long failed(Predicate<Long> filter) throws InterruptedException {
        long[] failed = new long[2];
        Thread[] threads = new Thread[failed.length];
        for (int t = 0; t < threads.length; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < PASSES * KEYS; i++) {
                    Long key = longs[(i + own * KEYS / 3) % KEYS]; // never the same key at once
                    failed[own] += isFound(filter, key) ? 0 : 1;
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return failed[0] + failed[1];
    }

    private static boolean isFound(Predicate<Long> filter, Long key) {
        try {
            return filter.test(key);
        } catch (RuntimeException thrown) {
            return false;
        }
    }
}
