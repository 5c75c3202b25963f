package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CuckooGeometryTest {
    private static final long SEED = Seeds.orElse(0xC0C0);

    private static long other(long bucket, long fingerprint, long buckets) {
        return CuckooGeometry.other(bucket, CuckooGeometry.sum(fingerprint, 2 * buckets), buckets);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 4, 6, 10, 1_000, 262_934, (1L << 31) + 2, 1L << 32, CuckooGeometry.MAX_BUCKETS})
    void other_anyBucketAndFingerprint_leadsBackAndNeverToItself(long buckets) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            long bucket = i < 100 ? i % buckets : i < 200 ? buckets - 1 - i % buckets : random.nextLong(buckets);
            long fingerprint = i % 2 == 0 ? 1 + i : 1 + random.nextLong((1L << CuckooGeometry.MAX_WIDTH) - 1);
            long other = other(bucket, fingerprint, buckets);
            assertThat(other).isBetween(0L, buckets - 1).isNotEqualTo(bucket);
            assertThat(other(other, fingerprint, buckets)).isEqualTo(bucket);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 10, 13, 16, 17, 32, 33, CuckooGeometry.MAX_WIDTH})
    void fingerprint_anyHash_isFromOneToTheLargest(int width) {
        long fingerprints = new CuckooGeometry(2, width).fingerprints();
        assertThat(fingerprints).isEqualTo((1L << width) - 1);
        SplittableRandom random = new SplittableRandom(SEED);
        double sum = 0;
        int draws = 100_000;
        for (int i = 0; i < draws; i++) {
            long fingerprint = CuckooGeometry.fingerprint(random.nextLong(), 2 * fingerprints);
            assertThat(fingerprint).isBetween(1L, fingerprints);
            sum += (fingerprint - 0.5) / fingerprints;
        }
        assertThat(sum / draws).isCloseTo(0.5, within(0.01));
        assertThat(CuckooGeometry.fingerprint(0, 2 * fingerprints)).isEqualTo(1);
    }

    /** Fingerprint and buckets of fixed hashes, which never change; computed by another program, with integers of any size. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 2, 7, 1, 0, 1",
        "0000000000000000, 1000, 10, 1, 0, 83",
        "0000000000000000, 262934, 17, 1, 0, 22067",
        "0000000000000000, 4294967296, 33, 1, 0, 360467071",
        "ffffffffffffffff, 2, 7, 127, 1, 0",
        "ffffffffffffffff, 1000, 10, 1023, 999, 922",
        "ffffffffffffffff, 262934, 17, 131071, 262933, 241896",
        "ffffffffffffffff, 4294967296, 33, 8589934591, 4294967295, 3951277442",
        "0123456789abcdef, 2, 7, 119, 0, 1",
        "0123456789abcdef, 1000, 10, 959, 4, 667",
        "0123456789abcdef, 262934, 17, 122779, 1168, 187219",
        "0123456789abcdef, 4294967296, 33, 8046466834, 19088743, 2042157384",
        "8000000000000000, 2, 7, 1, 1, 0",
        "8000000000000000, 1000, 10, 1, 500, 583",
        "8000000000000000, 262934, 17, 1, 131467, 153534",
        "8000000000000000, 4294967296, 33, 1, 2147483648, 2507950719"
    })
    void positions_fixedHashes_areTheKnownOnes(
            String hash, long buckets, int width, long fingerprint, long first, long other) {
        long bits = Long.parseUnsignedLong(hash, 16);
        assertThat(CuckooGeometry.fingerprint(bits, 2 * ((1L << width) - 1))).isEqualTo(fingerprint);
        assertThat(CuckooGeometry.first(bits, 2 * buckets)).isEqualTo(first);
        assertThat(other(first, fingerprint, buckets)).isEqualTo(other);
    }

    /** Keys of one bucket have all fingerprints, and their other buckets are spread evenly. */
    @Test
    void positions_keysOfOneBucket_areSpreadEvenly() {
        long buckets = 100;
        int[] others = new int[100];
        int[] fingerprints = new int[128];
        SplittableRandom random = new SplittableRandom(SEED);
        int draws = 200_000;
        for (int i = 0; i < draws; i++) {
            long hash = (random.nextLong() >>> 7) | (3L << 57); // the upper bits pick bucket 2 or 3 of 100
            long first = CuckooGeometry.first(hash, 2 * buckets);
            assertThat(first).isBetween(2L, 3L);
            long fingerprint = CuckooGeometry.fingerprint(hash, 2 * 127);
            fingerprints[(int) fingerprint]++;
            others[(int) other(4, fingerprint, buckets)]++;
        }
        for (int fingerprint = 1; fingerprint <= 127; fingerprint++) {
            assertThat((double) fingerprints[fingerprint] * 127 / draws).isBetween(0.8, 1.2);
        }
        for (int bucket = 0; bucket < 100; bucket++) {
            // 127 fingerprints over 50 odd buckets: one to five each
            boolean odd = bucket % 2 == 1;
            assertThat((double) others[bucket] * 127 / draws).isBetween(odd ? 0.8 : 0, odd ? 5.5 : 0);
        }
    }

    /** The form of the papers, 1 - (1 - 1/(2^f - 1))^(2 b load), is the same for tables that are not tiny. */
    @Test
    void fpp_anyLoad_isTheTextbookFormula() {
        for (int width : new int[] {7, 10, 13, 17}) {
            CuckooGeometry geometry = new CuckooGeometry(100_000, width);
            for (double load : new double[] {0.1, 0.5, 0.95}) {
                double textbook = 1 - Math.pow(1 - 1.0 / geometry.fingerprints(), 8 * load);
                assertThat(geometry.fpp((long) (load * geometry.slots())) / textbook)
                        .isCloseTo(1, within(0.005));
            }
        }
    }

    @Test
    void fpp_noKeys_isZero() {
        CuckooGeometry geometry = new CuckooGeometry(2, 8);
        assertThat(geometry.fpp(0)).isEqualTo(0);
        assertThat(geometry.keysAfter(0)).isEqualTo(0);
        assertThat(geometry.fpp(1)).isCloseTo(1 / 255.0, within(1e-12));
        assertThat(geometry.fpp(1L << 40)).isLessThanOrEqualTo(1);
    }

    @Test
    void keysAfter_newAmong_isItsInverse() {
        CuckooGeometry geometry = new CuckooGeometry(1_000, 7);
        for (long keys = 0; keys < 20_000; keys += 7) {
            assertThat(geometry.keysAfter(Math.round(geometry.newAmong(keys)))).isBetween(keys - 1, keys + 1);
        }
    }

    @Test
    void geometry_impossible_isRefused() {
        for (long buckets : new long[] {0, 1, 3, -2, CuckooGeometry.MAX_BUCKETS + 2}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new CuckooGeometry(buckets, 8));
        }
        for (int width : new int[] {0, CuckooGeometry.MAX_WIDTH + 1}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new CuckooGeometry(2, width));
        }
    }
}
