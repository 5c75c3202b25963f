package dev.bloomery.testkit.scalable;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.AddableFilterContract;
import dev.bloomery.testkit.KeyType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scalable filters against the contract: with room for all keys in the first slice, and with slices from ten keys on. */
@ParameterizedClass
@MethodSource("variants")
class ScalableBloomFilterContractTest<K> extends AddableFilterContract<K> {
    private final Layout layout;
    private final boolean singleWriter;
    private final boolean startsSmall;
    private final KeyType<K> keyType;

    ScalableBloomFilterContractTest(Layout layout, boolean singleWriter, boolean startsSmall, KeyType<K> keyType) {
        this.layout = layout;
        this.singleWriter = singleWriter;
        this.startsSmall = startsSmall;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return Stream.of(Layout.AUTO, Layout.CLASSIC, Layout.PARTITIONED, Layout.PAIRED)
                .flatMap(layout -> Stream.of(false, true)
                        .flatMap(singleWriter -> Stream.of(false, true)
                                .flatMap(startsSmall -> KeyType.all().stream()
                                        .limit(2)
                                        .map(type -> Arguments.of(layout, singleWriter, startsSmall, type)))));
    }

    @Override
    protected AddableFilter<K> empty(long capacity) {
        var builder = Filters.scalableBloom(keyType.encoder())
                .targetFpp(0.01)
                .firstCapacity(startsSmall ? 10 : Math.max(1, capacity))
                .layout(layout)
                .seed(Seed.of(Seeds.base(), 7));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }

    @Override
    protected boolean sharedByWriters() {
        return !singleWriter;
    }

    @Override
    protected boolean grows() {
        return true;
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
