package dev.bloomery.testkit;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.info.CountingInfo;

/** What {@link MultisetCheck} needs of a filter that counts: the real one, or one that is broken on purpose. */
public interface CountingSubject {
    boolean add(long key);

    boolean remove(long key);

    boolean mightContain(long key);

    /** How often the key is in, at least. */
    long count(long key);

    /** The value at which a counter sticks. */
    long largestCount();

    /** Counters that are not 0, or slots that are taken. */
    long used();

    /** Counters that are stuck. */
    long stuck();

    static CountingSubject of(CountingBloomFilter<Long> filter) {
        return new CountingSubject() {
            @Override
            public boolean add(long key) {
                return filter.add(key);
            }

            @Override
            public boolean remove(long key) {
                return filter.remove(key);
            }

            @Override
            public boolean mightContain(long key) {
                return filter.mightContain(key);
            }

            @Override
            public long count(long key) {
                return filter.count(key);
            }

            @Override
            public long largestCount() {
                return (1L << filter.spec().counterBits()) - 1;
            }

            @Override
            public long used() {
                CountingInfo info = filter.info();
                return info.usedCounters();
            }

            @Override
            public long stuck() {
                return filter.info().stuckCounters();
            }
        };
    }

    /** A slot for each copy, of which none sticks. */
    static CountingSubject of(CuckooFilter<Long> filter) {
        return new CountingSubject() {
            @Override
            public boolean add(long key) {
                return filter.add(key);
            }

            @Override
            public boolean remove(long key) {
                return filter.remove(key);
            }

            @Override
            public boolean mightContain(long key) {
                return filter.mightContain(key);
            }

            @Override
            public long count(long key) {
                return filter.count(key);
            }

            @Override
            public long largestCount() {
                return Long.MAX_VALUE;
            }

            @Override
            public long used() {
                return filter.info().fingerprints();
            }

            @Override
            public long stuck() {
                return 0;
            }
        };
    }
}
