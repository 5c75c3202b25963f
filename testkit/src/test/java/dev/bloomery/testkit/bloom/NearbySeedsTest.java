package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.KeyType;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeds that people write down, 1, 2, 3 and so on, make filters that have nothing to do with each other. */
class NearbySeedsTest {
    private static final int KEYS = 1 << 12;
    private static final int SEEDS = 32;

    static Stream<Arguments> variants() {
        return Stream.of(Layout.CLASSIC, Layout.PARTITIONED, Layout.BLOCKED, Layout.PAIRED)
                .flatMap(layout -> Stream.of(KeyHash.values())
                        .flatMap(hash -> Stream.of(KeyType.strings(), KeyType.longs())
                                .map(type -> Arguments.of(layout, hash, type))));
    }

    /**
     * The number of set bits is spread by chance, over some hundred values at these sizes: of 32 filters a few may agree. If
     * the hashes of the keys under one seed were those under another in another order, all would.
     */
    @ParameterizedTest
    @MethodSource("variants")
    <K> void filters_sameKeysUnderNearbySeeds_differ(Layout layout, KeyHash hash, KeyType<K> type) {
        Set<Long> setBits = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            BloomFilter<K> filter = filter(layout, hash, type, seed);
            for (int i = 0; i < KEYS; i++) {
                filter.add(type.key().apply(i + 1)); // longs from 0 to a power of two
            }
            setBits.add(filter.info().setBits());
        }
        assertThat(setBits).hasSizeGreaterThan(SEEDS / 2);
    }

    /** No key is special: not even the one that is the number of the seed. */
    @ParameterizedTest
    @MethodSource("variants")
    <K> void probes_smallKeysUnderSmallSeeds_areAsManyAsPromised(Layout layout, KeyHash hash, KeyType<K> type) {
        for (int seed = 0; seed < SEEDS; seed++) {
            BloomFilter<K> filter = filter(layout, hash, type, seed);
            for (int i = 0; i < 2 * SEEDS; i++) {
                long positions = filter.explain(type.key().apply(i)).probes().stream()
                        .map(probe -> probe.position())
                        .distinct()
                        .count();
                assertThat(positions)
                        .as("key %d, seed %d", i, seed)
                        .isGreaterThan(filter.info().probesPerKey() - 3L);
            }
        }
    }

    private static <K> BloomFilter<K> filter(Layout layout, KeyHash hash, KeyType<K> type, int seed) {
        BloomSpec spec = BloomSpec.of(KEYS, 0.01).withLayout(layout).withHash(hash);
        return Filters.bloom(type.encoder(), spec).seed(Seed.of(seed)).build();
    }
}
