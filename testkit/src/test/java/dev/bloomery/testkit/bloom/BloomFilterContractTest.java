package dev.bloomery.testkit.bloom;

import dev.bloomery.AddableFilter;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.AddableFilterContract;
import dev.bloomery.testkit.KeyType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every layout, in every mode, for every type of keys, against the contract. */
@ParameterizedClass
@MethodSource("variants")
class BloomFilterContractTest<K> extends AddableFilterContract<K> {
    private final BloomVariant variant;
    private final KeyType<K> keyType;

    BloomFilterContractTest(BloomVariant variant, KeyType<K> keyType) {
        this.variant = variant;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return BloomVariant.all().stream()
                .flatMap(variant -> KeyType.all().stream().map(type -> Arguments.of(variant, type)));
    }

    @Override
    protected AddableFilter<K> empty(long capacity) {
        return variant.build(keyType.encoder(), capacity, Seed.of(Seeds.base(), 7));
    }

    @Override
    protected boolean sharedByWriters() {
        return !variant.singleWriter();
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
