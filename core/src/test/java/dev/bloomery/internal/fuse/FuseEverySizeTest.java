package dev.bloomery.internal.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fuse filter is built from every number of keys, also from those between 11,180 and 11,560 at which published code fails for up
 * to 40 % of the sets.
 */
class FuseEverySizeTest {
    private static final int LARGEST = 20_000;
    private static final int FROM = 11_180;
    private static final int TO = 11_560;

    /** A try fails in less than one of ten builds on average, and no build needs many. */
    private static final double AVERAGE_TRIES = 1.1;

    /** Every size up to 2,000, and of those above every seventh; every one of those at which others fail comes below. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void build_smallSizesAndSomeLarger_findsEveryKey(int arity) {
        for (int keys = 0; keys <= LARGEST; keys += keys < 2_000 ? 1 : 7) {
            assertBuilds(arity, keys, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    @Tag("long")
    void build_everySize_findsEveryKey(int arity) {
        for (int keys = 0; keys <= LARGEST; keys++) {
            assertBuilds(arity, keys, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void build_whereOthersFail_findsEveryKey(int arity) {
        for (int keys = FROM; keys <= TO; keys++) {
            assertBuilds(arity, keys, 5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    @Tag("long")
    void build_whereOthersFailAThousandSets_findsEveryKey(int arity) {
        for (int keys = FROM; keys <= TO; keys++) {
            assertBuilds(arity, keys, 1_000);
        }
    }

    /** Control: the sizes of published code, in the same code otherwise. */
    @Test
    void tryFill_publishedSizes_failsForManySets() {
        Peeling peeling = new Peeling();
        SplittableRandom random = new SplittableRandom(Hashes.SEED);
        int failed = 0;
        int sets = 0;
        for (int keys = 11_480; keys <= 11_520; keys += 4) {
            for (int set = 0; set < 20; set++) {
                long[] hashes = random.longs(keys).toArray();
                FuseGeometry published = published(keys);
                PackedCells cells = PackedCells.of(published.cells(), 8);
                failed += peeling.tryFill(hashes, keys, published, random.nextLong(), cells) ? 0 : 1;
                sets++;
            }
        }
        assertThat(failed).as("of %d sets", sets).isGreaterThan(sets / 4);
    }

    /** Control: a construction that gives up after its first try. */
    @Test
    void build_singleTry_failsNowAndThen() {
        FuseConstruction impatient = new FuseConstruction(3, 0.01, Hashes.SEED, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    for (int set = 0; set < 2_000; set++) {
                        Hashes.build(impatient, Hashes.random(215, "impatient" + set));
                    }
                })
                .withMessageContaining("could not be made a fuse filter");
    }

    /** Control: a query that reads two of the three cells misses keys, and is caught. */
    @Test
    void assertAllFound_oneCellNotRead_isCaught() {
        long[] hashes = Hashes.random(1_000, "two of three");
        FuseTable table = Hashes.build(new FuseConstruction(3, 0.01, 1), hashes).table(0);
        FuseShard shard = table.shard();
        long mask = -1L >>> (64 - table.cells().width());
        assertThat(catches(hash -> {
                    long spread = FuseGeometry.spread(hash, shard.seed());
                    int length = shard.geometry().segmentLength();
                    int first = FuseGeometry.first(spread, shard.geometry().range());
                    long read = table.cells().window(first)
                            ^ table.cells().window(FuseGeometry.second(first, spread, length));
                    return ((read ^ FuseGeometry.fingerprint(hash, false)) & mask) == 0;
                }))
                .isTrue();
        assertThat(catches(table::mightContainHash)).isFalse();
    }

    private static boolean catches(java.util.function.LongPredicate query) {
        try {
            Hashes.assertAllFound(query, Hashes.random(1_000, "two of three"), "control");
            return false;
        } catch (AssertionError caught) {
            return true;
        }
    }

    private static void assertBuilds(int arity, int keys, int sets) {
        FuseConstruction construction = new FuseConstruction(arity, 0.004, Hashes.SEED + keys);
        SplittableRandom random = new SplittableRandom(Hashes.SEED * 31 + keys);
        for (int set = 0; set < sets; set++) {
            int before = construction.tries();
            long[] hashes = random.longs(keys).toArray();
            FuseShards shards = Hashes.build(construction, hashes);
            assertThat(shards.keys()).isEqualTo(keys);
            assertThat(construction.tries() - before).isLessThan(20);
            Hashes.assertAllFound(shards::mightContainHash, hashes, keys + " keys, " + arity + "-wise");
        }
        if (sets >= 1_000) {
            assertThat((double) construction.tries() / sets).as("%d keys", keys).isLessThan(AVERAGE_TRIES);
        }
    }

    /** As the published implementations have it, for three cells a key. */
    private static FuseGeometry published(int keys) {
        int length = 1 << (int) Math.floor(Math.log(keys) / Math.log(3.33) + 2.25);
        double factor = Math.max(1.125, 0.875 + 0.25 * Math.log(1_000_000) / Math.log(keys));
        int capacity = (int) Math.round(keys * factor);
        return new FuseGeometry(3, length, (capacity + length - 1) / length - 2);
    }

    /** Seeds that are near each other, and hashes that were sorted. */
    @Test
    void build_nearbySeedsAndSortedHashes_findsEveryKey() {
        long[] hashes = Hashes.random(5_000, "nearby");
        Arrays.sort(hashes);
        for (long seed = -20; seed <= 20; seed++) {
            FuseShards shards = Hashes.build(new FuseConstruction(3, 0.1, seed), hashes);
            Hashes.assertAllFound(shards::mightContainHash, hashes, "seed " + seed);
        }
        assertThat(FuseFit.geometry(5_000, 3).cells()).isGreaterThan(5_000);
    }
}
