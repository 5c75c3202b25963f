package dev.bloomery.testkit.capability;

import dev.bloomery.ClaimableFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.ClaimableFilterContract;
import dev.bloomery.testkit.KeyType;
import dev.bloomery.testkit.bloom.BloomVariant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The kinds that can be claimed, in every layout and mode, against the contract. */
class ClaimContractTest {
    private static final Seed SEED = Seed.of(Seeds.base(), 11);

    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfBloom extends ClaimableFilterContract<Long> {
        private final BloomVariant variant;

        OfBloom(BloomVariant variant) {
            this.variant = variant;
        }

        static List<BloomVariant> variants() {
            return BloomVariant.few();
        }

        @Override
        protected ClaimableFilter<Long> empty(long capacity) {
            return variant.build(KeyType.longs().encoder(), capacity, SEED);
        }

        @Override
        protected ClaimableFilter<Long> emptyThatRejects() {
            return variant.builder(KeyType.longs().encoder(), 300, SEED)
                    .whenFull(CapacityPolicy.REJECT)
                    .build();
        }

        @Override
        protected boolean sharedByWriters() {
            return !variant.singleWriter();
        }

        @Override
        protected Long key(long index) {
            return index;
        }
    }

    /** Grows during the test: its first slice is for a tenth of the keys. */
    @Nested
    @ParameterizedClass
    @MethodSource("variants")
    class OfScalable extends ClaimableFilterContract<String> {
        private final BloomVariant variant;

        OfScalable(BloomVariant variant) {
            this.variant = variant;
        }

        static List<BloomVariant> variants() {
            return BloomVariant.few().stream()
                    .filter(variant -> variant.layout() != Layout.BLOCKED)
                    .toList();
        }

        @Override
        protected ClaimableFilter<String> empty(long capacity) {
            return variant.builder(KeyType.strings().encoder(), Math.max(1, capacity / 10), SEED)
                    .growing()
                    .build();
        }

        @Override
        protected ClaimableFilter<String> emptyThatRejects() {
            return variant.builder(KeyType.strings().encoder(), 50, SEED)
                    .growing()
                    .memoryCeilingBytes(1_000)
                    .build();
        }

        @Override
        protected boolean sharedByWriters() {
            return !variant.singleWriter();
        }

        @Override
        protected String key(long index) {
            return KeyType.strings().key().apply(index);
        }
    }
}
