package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.ClaimableFilter;
import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.RemovableFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.ClaimableLongKeysContract;
import dev.bloomery.testkit.LongQueriesContract;
import dev.bloomery.testkit.RemovableLongKeysContract;
import dev.bloomery.testkit.bloom.BloomVariant;
import dev.bloomery.testkit.counting.CountingVariant;
import dev.bloomery.testkit.cuckoo.CuckooVariant;
import dev.bloomery.testkit.fuse.FuseVariant;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Primitive longs in every kind, layout and mode, for both encoders that take them, against the contract. */
class LongKeysContractTest {
    private static final Seed SEED = Seed.of(Seeds.base(), 31);

    /** A type of keys that have a long. */
    record Keys<K>(String name, LongKeyEncoder<K> encoder, LongFunction<K> key, List<K> edges) {
        static List<Keys<?>> all() {
            return List.of(
                    new Keys<>(
                            "int64",
                            KeyEncoder.int64(),
                            i -> (i - 1) * 0x9E3779B9L, // far beyond an int
                            List.of(0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32)),
                    new Keys<>(
                            "int32",
                            KeyEncoder.int32(),
                            i -> (int) i - 1,
                            List.of(0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE)));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Arguments> withKeys(List<?> variants) {
        return variants.stream().flatMap(variant -> Keys.all().stream().map(keys -> Arguments.of(variant, keys)));
    }

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfBloom<K> extends ClaimableLongKeysContract<K> {
        private final BloomVariant variant;
        private final Keys<K> keys;

        OfBloom(BloomVariant variant, Keys<K> keys) {
            this.variant = variant;
            this.keys = keys;
        }

        static Stream<Arguments> variants() {
            return withKeys(BloomVariant.few());
        }

        @Override
        protected ClaimableFilter<K> empty(long capacity) {
            return variant.build(keys.encoder(), capacity, SEED);
        }

        @Override
        protected ClaimableFilter<K> emptyThatRejects() {
            return variant.builder(keys.encoder(), 300, SEED)
                    .whenFull(CapacityPolicy.REJECT)
                    .build();
        }

        @Override
        protected boolean sharedByWriters() {
            return !variant.singleWriter();
        }

        @Override
        protected LongKeyEncoder<K> encoder() {
            return keys.encoder();
        }

        @Override
        protected K key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected List<K> edges() {
            return keys.edges();
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfCounting<K> extends RemovableLongKeysContract<K> {
        private final CountingVariant variant;
        private final Keys<K> keys;

        OfCounting(CountingVariant variant, Keys<K> keys) {
            this.variant = variant;
            this.keys = keys;
        }

        static Stream<Arguments> variants() {
            return withKeys(CountingVariant.few());
        }

        @Override
        protected RemovableFilter<K> empty(long capacity) {
            return variant.build(keys.encoder(), capacity, SEED);
        }

        @Override
        protected RemovableFilter<K> emptyThatRejects() {
            return variant.builder(keys.encoder(), 300, SEED)
                    .whenFull(CapacityPolicy.REJECT)
                    .build();
        }

        @Override
        protected LongKeyEncoder<K> encoder() {
            return keys.encoder();
        }

        @Override
        protected K key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected List<K> edges() {
            return keys.edges();
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfCuckoo<K> extends RemovableLongKeysContract<K> {
        private final CuckooVariant variant;
        private final Keys<K> keys;

        OfCuckoo(CuckooVariant variant, Keys<K> keys) {
            this.variant = variant;
            this.keys = keys;
        }

        static Stream<Arguments> variants() {
            return withKeys(CuckooVariant.few());
        }

        @Override
        protected RemovableFilter<K> empty(long capacity) {
            return variant.build(keys.encoder(), 2 * capacity, SEED); // copies take room, too
        }

        @Override
        protected boolean fillsUp() {
            return true;
        }

        @Override
        protected RemovableFilter<K> emptyThatRejects() {
            return variant.builder(keys.encoder(), 300, SEED)
                    .whenFull(CapacityPolicy.REJECT)
                    .build();
        }

        @Override
        protected LongKeyEncoder<K> encoder() {
            return keys.encoder();
        }

        @Override
        protected K key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected List<K> edges() {
            return keys.edges();
        }
    }

    /** Grows during the tests: its first slice is for a tenth of the keys. */
    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfScalable<K> extends ClaimableLongKeysContract<K> {
        private final BloomVariant variant;
        private final Keys<K> keys;

        OfScalable(BloomVariant variant, Keys<K> keys) {
            this.variant = variant;
            this.keys = keys;
        }

        static Stream<Arguments> variants() {
            return withKeys(BloomVariant.few().stream()
                    .filter(variant -> variant.layout() != Layout.BLOCKED)
                    .toList());
        }

        @Override
        protected ClaimableFilter<K> empty(long capacity) {
            return variant.builder(keys.encoder(), Math.max(1, capacity / 10), SEED)
                    .growing()
                    .build();
        }

        @Override
        protected ClaimableFilter<K> emptyThatRejects() {
            return variant.builder(keys.encoder(), 50, SEED)
                    .growing()
                    .memoryCeilingBytes(1_000)
                    .build();
        }

        @Override
        protected boolean sharedByWriters() {
            return !variant.singleWriter();
        }

        @Override
        protected LongKeyEncoder<K> encoder() {
            return keys.encoder();
        }

        @Override
        protected K key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected List<K> edges() {
            return keys.edges();
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfFuse<K> extends LongQueriesContract<K> {
        private final FuseVariant variant;
        private final Keys<K> keys;

        OfFuse(FuseVariant variant, Keys<K> keys) {
            this.variant = variant;
            this.keys = keys;
        }

        static Stream<Arguments> variants() {
            return withKeys(FuseVariant.few());
        }

        @Override
        protected HashedFilter<K> filterOf(List<K> members) {
            return variant.builder(keys.encoder(), SEED).build(members);
        }

        @Override
        protected LongKeyEncoder<K> encoder() {
            return keys.encoder();
        }

        @Override
        protected K key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected List<K> edges() {
            return keys.edges();
        }

        @Test
        void buildLongs_someKeys_isTheFilterOfTheBoxedKeys() {
            assertAlike(
                    variant.builder(keys.encoder(), SEED).buildLongs(primitives(0, MANY)), filterOf(boxed(0, MANY)));
        }
    }

    /** Large enough for batches that go by regions of the table: other keys may look new, but the bits are the same. */
    @Test
    void addAllLongs_largeFilter_setsTheBitsOfSingleAdds() {
        int n = 400_000;
        long[] keys = LongStream.range(0, n).map(i -> i * 0x9E3779B9L).toArray();
        for (Layout layout : new Layout[] {Layout.CLASSIC, Layout.PARTITIONED, Layout.BLOCKED}) {
            BloomFilter<Long> single = large(n, layout);
            BloomFilter<Long> bulk = large(n, layout);
            long added = 0;
            for (long key : keys) {
                added += single.addLong(key) ? 1 : 0;
            }
            assertThat((double) bulk.addAllLongs(keys)).isBetween(0.999 * added, 1.001 * added);
            assertThat(bulk.info().setBits()).isEqualTo(single.info().setBits());
            boolean[] answers = bulk.mightContainEachLong(
                    LongStream.range(0, 3L * n).map(i -> i * 0x9E3779B9L).toArray());
            for (int i = 0; i < answers.length; i++) {
                assertThat(answers[i]).isEqualTo(single.mightContainLong(i * 0x9E3779B9L));
            }
        }
    }

    private static BloomFilter<Long> large(int n, Layout layout) {
        return Filters.bloom(KeyEncoder.int64())
                .capacity(n)
                .targetFpp(0.01)
                .layout(layout)
                .seed(SEED)
                .build();
    }
}
