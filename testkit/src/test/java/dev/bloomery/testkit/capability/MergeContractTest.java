package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.MergeableContract;
import dev.bloomery.testkit.bloom.BloomVariant;
import dev.bloomery.testkit.counting.CountingVariant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The kinds that can be merged, in every layout, mode and width, against the contract. */
class MergeContractTest {
    private static final Seed SEED = Seed.of(Seeds.base(), 13);
    private static final KeyEncoder<Long> INT64 = KeyEncoder.int64();

    /** Plans that differ from this one in one thing, where that can be, by its name in a spec. */
    private static Map<String, BloomSpec> otherPlans(BloomSpec spec) {
        BloomSizing size = spec.size().orElseThrow();
        boolean blocks = size.layout() == Layout.BLOCKED || size.layout() == Layout.PAIRED;
        long unit = blocks ? 1024 : size.probesPerKey();
        BloomSizing larger = new BloomSizing(size.layout(), size.sizeInBits() + unit, size.probesPerKey());
        Map<String, BloomSpec> others = new LinkedHashMap<>();
        others.put("capacity", with(spec, spec.capacity() - 1, spec.targetFpp(), size));
        others.put("fpp", with(spec, spec.capacity(), Math.min(0.9, 2 * spec.targetFpp()), size));
        others.put("bits", with(spec, spec.capacity(), spec.targetFpp(), larger));
        if (blocks) {
            int probes = size.probesPerKey() == 4 ? 8 : 4;
            BloomSizing otherShape = new BloomSizing(size.layout(), 512 * size.sizeInBits(), probes);
            others.put("k", with(spec, spec.capacity(), spec.targetFpp(), otherShape));
        } else {
            BloomSizing moreProbes = new BloomSizing(Layout.CLASSIC, 2 * size.sizeInBits(), size.probesPerKey() + 1);
            others.put("k", with(spec, spec.capacity(), spec.targetFpp(), moreProbes));
        }
        Layout otherLayout = size.layout() == Layout.CLASSIC ? Layout.BLOCKED : Layout.CLASSIC;
        others.put("layout", spec.withLayout(otherLayout).sized());
        others.put("hash", spec.withHash(otherHash(spec)));
        return others;
    }

    private static KeyHash otherHash(BloomSpec spec) {
        return spec.hash() == KeyHash.XXH3_64 ? KeyHash.SIPHASH_2_4 : KeyHash.XXH3_64;
    }

    private static BloomSpec with(BloomSpec spec, long capacity, double fpp, BloomSizing size) {
        return new BloomSpec(capacity, fpp, size.layout(), spec.hash(), Optional.of(size));
    }

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfBloom extends MergeableContract<Long, BloomFilter<Long>> {
        private final BloomVariant variant;

        OfBloom(BloomVariant variant) {
            this.variant = variant;
        }

        static List<BloomVariant> variants() {
            return BloomVariant.few();
        }

        @Override
        protected BloomFilter<Long> empty(long capacity, CapacityPolicy policy, CapacityListener listener) {
            return variant.builder(INT64, capacity, SEED)
                    .whenFull(policy)
                    .onCapacity(listener)
                    .build();
        }

        @Override
        protected Map<String, BloomFilter<Long>> strangers(long capacity) {
            Map<String, BloomFilter<Long>> strangers = new LinkedHashMap<>();
            otherPlans(empty(capacity).spec())
                    .forEach((name, plan) -> strangers.put(
                            name, Filters.bloom(INT64, plan).seed(SEED).build()));
            strangers.put("seed", variant.build(INT64, capacity, Seed.of(1, 2)));
            return strangers;
        }

        @Override
        protected Function<Long, Object> view(BloomFilter<Long> filter) {
            return filter::explain;
        }

        @Override
        protected boolean sharedByWriters() {
            return !variant.singleWriter();
        }

        @Override
        protected Long key(long index) {
            return index;
        }

        @Test
        void mergeFrom_itself_changesNoBit() {
            BloomFilter<Long> filter = holding(MANY, 0, 500);
            filter.mergeFrom(filter);
            assertAlike(filter, holding(MANY, 0, 500), "merged with itself");
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfCounting extends MergeableContract<Long, CountingBloomFilter<Long>> {
        private final CountingVariant variant;

        OfCounting(CountingVariant variant) {
            this.variant = variant;
        }

        static List<CountingVariant> variants() {
            return CountingVariant.few();
        }

        @Override
        protected CountingBloomFilter<Long> empty(long capacity, CapacityPolicy policy, CapacityListener listener) {
            return variant.build(INT64, capacity, SEED, policy, listener);
        }

        @Override
        protected Map<String, CountingBloomFilter<Long>> strangers(long capacity) {
            Map<String, CountingBloomFilter<Long>> strangers = new LinkedHashMap<>();
            otherPlans(empty(capacity).spec().positions())
                    .forEach((name, plan) -> strangers.put(
                            name,
                            Filters.countingBloom(INT64, CountingSpec.of(plan))
                                    .counterBits(variant.counterBits())
                                    .seed(SEED)
                                    .build()));
            CountingVariant otherWidth = new CountingVariant(variant.positions(), 12 - variant.counterBits());
            strangers.put("counter", otherWidth.build(INT64, capacity, SEED));
            strangers.put("seed", variant.build(INT64, capacity, Seed.of(1, 2)));
            return strangers;
        }

        @Override
        protected Function<Long, Object> view(CountingBloomFilter<Long> filter) {
            BloomFilter<Long> bits = filter.toBloomFilter();
            return key -> List.of(bits.explain(key), filter.count(key));
        }

        @Override
        protected boolean sharedByWriters() {
            return !variant.positions().singleWriter();
        }

        @Override
        protected Long key(long index) {
            return index;
        }

        @Test
        void mergeFrom_itself_countsEachKeyTwice() {
            CountingBloomFilter<Long> filter = holding(MANY, 0, 500);
            filter.mergeFrom(filter);
            CountingBloomFilter<Long> twice = holding(MANY, 0, 500);
            twice.addAll(keys(0, 500));
            assertAlike(filter, twice, "merged with itself");
        }

        @Test
        void remove_afterMerge_takesBackEachAddToEither() {
            CountingBloomFilter<Long> filter = holding(MANY, 0, 500);
            filter.mergeFrom(holding(MANY, 250, 750));
            for (long i = 0; i < 750; i++) {
                assertThat(filter.mightContain(i)).isTrue();
                assertThat(filter.remove(i)).isTrue();
                if (i >= 250 && i < 500) {
                    assertThat(filter.mightContain(i))
                            .as("key %d was in both", i)
                            .isTrue();
                    assertThat(filter.remove(i)).isTrue();
                }
            }
            assertThat(filter.info().usedCounters()).isZero();
        }
    }
}
