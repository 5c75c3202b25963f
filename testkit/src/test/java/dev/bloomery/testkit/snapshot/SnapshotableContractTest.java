package dev.bloomery.testkit.snapshot;

import dev.bloomery.Snapshotable;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.KeyType;
import dev.bloomery.testkit.SnapshotableContract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind, layout and width, with both hashes, of keys that are bytes and keys that are longs. */
@ParameterizedClass
@MethodSource("variants")
class SnapshotableContractTest<K> extends SnapshotableContract<K> {
    private final StoredVariant variant;
    private final KeyType<K> keyType;

    SnapshotableContractTest(StoredVariant variant, KeyType<K> keyType) {
        this.variant = variant;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return Stream.of(KeyType.strings(), KeyType.longs())
                .flatMap(type -> StoredVariant.all().stream().map(variant -> Arguments.of(variant, type)));
    }

    @Override
    protected Snapshotable<K> filterOf(List<K> members, Seed seed) {
        return variant.maker().make(keyType.encoder(), members, seed);
    }

    @Override
    protected KeyEncoder<K> encoder() {
        return keyType.encoder();
    }

    @Override
    protected K key(long index) {
        return keyType.key().apply(index);
    }
}
