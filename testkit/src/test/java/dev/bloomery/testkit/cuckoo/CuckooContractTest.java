package dev.bloomery.testkit.cuckoo;

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

/** Every width, in every mode, against the contract. */
@ParameterizedClass
@MethodSource("variants")
class CuckooContractTest<K> extends RemovableFilterContract<K> {
    private final CuckooVariant variant;
    private final KeyType<K> keyType;

    CuckooContractTest(CuckooVariant variant, KeyType<K> keyType) {
        this.variant = variant;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return CuckooVariant.all().stream()
                .map(variant -> Arguments.of(variant, variant.hardened() ? KeyType.strings() : KeyType.longs()));
    }

    @Override
    protected RemovableFilter<K> empty(long capacity) {
        return variant.build(keyType.encoder(), capacity, Seed.of(Seeds.base(), 7));
    }

    @Override
    protected boolean sharedByWriters() {
        return !variant.singleWriter();
    }

    @Override
    protected boolean fillsUp() {
        return true;
    }

    @Override
    protected boolean estimatesInsertions() {
        return false;
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
