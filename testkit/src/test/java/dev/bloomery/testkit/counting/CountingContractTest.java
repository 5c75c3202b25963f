package dev.bloomery.testkit.counting;

import dev.bloomery.RemovableFilter;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.KeyType;
import dev.bloomery.testkit.RemovableFilterContract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every layout, in every mode and width, against the contract. */
@ParameterizedClass
@MethodSource("variants")
class CountingContractTest<K> extends RemovableFilterContract<K> {
    private final CountingVariant variant;
    private final KeyType<K> keyType;

    CountingContractTest(CountingVariant variant, KeyType<K> keyType) {
        this.variant = variant;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return CountingVariant.all().stream()
                .map(variant ->
                        Arguments.of(variant, variant.positions().hardened() ? KeyType.strings() : KeyType.longs()));
    }

    @Override
    protected RemovableFilter<K> empty(long capacity) {
        return variant.build(keyType.encoder(), capacity, Seed.of(Seeds.base(), 7));
    }

    @Override
    protected boolean sharedByWriters() {
        return !variant.positions().singleWriter();
    }

    @Override
    protected K key(long index) {
        return keyType.key().apply(index);
    }

    @Override
    protected K[] array(List<K> keys) {
        return keys.toArray(keyType.array());
    }
}
