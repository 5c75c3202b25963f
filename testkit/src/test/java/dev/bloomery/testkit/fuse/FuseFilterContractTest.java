package dev.bloomery.testkit.fuse;

import dev.bloomery.HashedFilter;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.HashedFilterContract;
import dev.bloomery.testkit.KeyType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fuse filters of both arities and many widths, for every type of keys, against the contract. */
@ParameterizedClass
@MethodSource("variants")
class FuseFilterContractTest<K> extends HashedFilterContract<K> {
    private final FuseVariant variant;
    private final KeyType<K> keyType;

    FuseFilterContractTest(FuseVariant variant, KeyType<K> keyType) {
        this.variant = variant;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return FuseVariant.few().stream()
                .flatMap(variant -> KeyType.all().stream().map(type -> Arguments.of(variant, type)));
    }

    @Override
    protected HashedFilter<K> filterOf(List<K> members) {
        return variant.builder(keyType.encoder(), Seed.of(Seeds.base(), 7)).build(members);
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
