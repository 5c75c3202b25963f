package dev.bloomery.testkit.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSizing;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.CountingSubject;
import dev.bloomery.testkit.MultisetCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cuckoo filters against a multiset, by one thread and by many. What is broken on purpose is beside the tests of the table. */
class CuckooModelTest {
    private static final int FEW_KEYS = 24;

    /** So small that keys meet all the time, and narrow ones look alike. */
    @ParameterizedTest
    @CsvSource({"16, 3", "16, 7", "16, 10", "16, 17", "16, 33"})
    void anyOperations_oneThread_agreeWithTheModel(long buckets, int width) {
        CuckooFilter<Long> filter = filter(buckets, width, true);
        new MultisetCheck(CountingSubject.of(filter), FEW_KEYS, 2).alone(30_000);
        assertThat(filter.info()).isEqualTo(filter(buckets, width, true).info());
    }

    @ParameterizedTest
    @CsvSource({"190, 7", "190, 10", "190, 17"})
    void operations_threadsWithOwnKeys_loseNoCount(long buckets, int width) throws InterruptedException {
        CuckooFilter<Long> filter = filter(buckets, width, false); // 760 slots for at most 600 copies
        MultisetCheck check = new MultisetCheck(CountingSubject.of(filter), 200, 3);
        check.drain(check.threadsWithOwnKeys(4, 2, 25_000));
        assertThat(filter.info().fingerprints()).isZero();
    }

    @Test
    void operations_threadsWithTheSameKeys_loseNoCount() throws InterruptedException {
        CuckooFilter<Long> filter = filter(150, 13, false);
        MultisetCheck check = new MultisetCheck(CountingSubject.of(filter), 100, 4);
        check.drain(check.threadsWithTheSameKeys(4, 2, 25_000));
        assertThat(filter.info().fingerprints()).isZero();
    }

    @Test
    void remove_sameKeyFromThreads_isTrueOnceForEachCopy() throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            CuckooFilter<Long> filter = filter(1_500, 40, false);
            new MultisetCheck(CountingSubject.of(filter), 2_500, 1).racingRemoves(2 + round % 3);
        }
    }

    private static CuckooFilter<Long> filter(long buckets, int width, boolean singleWriter) {
        var builder = Filters.cuckoo(KeyEncoder.int64(), CuckooSpec.ofSize(new CuckooSizing(buckets, width)))
                .seed(Seed.of(Seeds.base(), 17));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }
}
