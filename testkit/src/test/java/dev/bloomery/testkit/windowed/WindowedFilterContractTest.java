package dev.bloomery.testkit.windowed;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.AddableFilterContract;
import dev.bloomery.testkit.KeyType;
import dev.bloomery.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Windowed filters within one window, against the contract: few and many slices, all layouts, shared and for a single writer. */
@ParameterizedClass
@MethodSource("variants")
class WindowedFilterContractTest<K> extends AddableFilterContract<K> {
    private final Layout layout;
    private final boolean singleWriter;
    private final int slices;
    private final KeyType<K> keyType;

    WindowedFilterContractTest(Layout layout, boolean singleWriter, int slices, KeyType<K> keyType) {
        this.layout = layout;
        this.singleWriter = singleWriter;
        this.slices = slices;
        this.keyType = keyType;
    }

    static Stream<Arguments> variants() {
        return Stream.of(Layout.values())
                .flatMap(layout -> Stream.of(false, true)
                        .filter(singleWriter ->
                                !singleWriter || layout != Layout.PAIRED) // the slices are those of others
                        .flatMap(singleWriter -> Stream.of(1, 8)
                                .flatMap(slices -> Stream.of(KeyType.strings(), KeyType.longs())
                                        .map(type -> Arguments.of(layout, singleWriter, slices, type)))));
    }

    @Override
    protected AddableFilter<K> empty(long capacity) {
        var builder = Filters.windowed(keyType.encoder())
                .window(Duration.ofHours(1), capacity)
                .targetFpp(layout == Layout.PAIRED ? 1e-6 : 0.01) // at the FPPs that it is for it is not too large
                .slices(slices)
                .layout(layout)
                .clock(new ManualClock())
                .seed(Seed.of(Seeds.base(), 7));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }

    @Override
    protected boolean sharedByWriters() {
        return !singleWriter;
    }

    /** A key that tests maybe because of another slice is added to the newest one all the same. */
    @Override
    protected boolean estimatesInsertions() {
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
