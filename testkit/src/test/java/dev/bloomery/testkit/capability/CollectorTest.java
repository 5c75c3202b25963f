package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomBuilder;
import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CountingBuilder;
import dev.bloomery.Filters;
import dev.bloomery.FuseBuilder;
import dev.bloomery.FuseFilter;
import dev.bloomery.MembershipFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.RateBound;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters of the keys of a stream, beside the filter that a loop fills. */
class CollectorTest {
    private static final long KEYS = 50_000;

    private static Stream<Long> keys(boolean parallel) {
        Stream<Long> keys = LongStream.range(0, KEYS).boxed();
        return parallel ? keys.parallel() : keys;
    }

    private static BloomBuilder<Long> bloom() {
        return Filters.bloom(KeyEncoder.int64()).capacity(KEYS).targetFpp(0.01);
    }

    private static CountingBuilder<Long> counting() {
        return Filters.countingBloom(KeyEncoder.int64()).capacity(KEYS).targetFpp(0.01);
    }

    private static FuseBuilder<Long> fuse() {
        return Filters.fuse(KeyEncoder.int64()).targetFpp(0.01);
    }

    private static void assertHasAll(MembershipFilter<Long> filter) {
        for (long key = 0; key < KEYS; key++) {
            if (!filter.mightContain(key)) {
                throw new AssertionError("key " + key + " is missing");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CLASSIC, false, false",
        "CLASSIC, true, false",
        "BLOCKED, true, false",
        "PARTITIONED, true, true",
        "BLOCKED, false, true",
        "PAIRED, true, false"
    })
    void bloom_streamOfKeys_isTheFilterOfALoop(Layout layout, boolean parallel, boolean singleWriter) {
        BloomBuilder<Long> builder = bloom().layout(layout).seed(Seed.of(1));
        builder = singleWriter ? builder.singleWriter() : builder;
        BloomFilter<Long> filled = builder.build();
        keys(false).forEach(filled::add);
        BloomFilter<Long> collected = keys(parallel).collect(builder.collector());
        assertThat(collected.hasSameContent(filled)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void counting_streamOfKeys_isTheFilterOfALoop(boolean parallel, boolean singleWriter) {
        CountingBuilder<Long> builder = counting().seed(Seed.of(1));
        builder = singleWriter ? builder.singleWriter() : builder;
        CountingBloomFilter<Long> filled = builder.build();
        keys(false).forEach(filled::add);
        assertThat(keys(parallel).collect(builder.collector()).hasSameContent(filled))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fuse_streamOfKeys_hasThemAll(boolean parallel) {
        FuseFilter<Long> filter = keys(parallel).collect(fuse().collector());
        assertThat(filter.info().insertions()).isEqualTo(KEYS);
        assertHasAll(filter);
        long hits = LongStream.range(KEYS, 3 * KEYS)
                .filter(key -> filter.mightContain(key))
                .count();
        RateBound.assertRateAtMost(0.01, hits, 2 * KEYS, "absent keys");
    }

    @Test
    void collect_emptyStream_isAnEmptyFilter() {
        assertThat(Stream.<Long>empty().collect(bloom().collector()).info().insertions())
                .isZero();
        assertThat(Stream.<Long>empty().collect(fuse().collector()).mightContain(1L))
                .isFalse();
    }

    /** A downstream collector is not asked whether it is concurrent: its containers are combined. */
    @Test
    void collect_asADownstreamOfAParallelStream_combinesParts() {
        Map<Long, BloomFilter<Long>> blooms =
                keys(true).collect(Collectors.groupingBy(key -> key % 3, bloom().collector()));
        Map<Long, FuseFilter<Long>> fuses =
                keys(true).collect(Collectors.groupingBy(key -> key % 3, fuse().collector()));
        for (long key = 0; key < KEYS; key++) {
            if (!part(blooms, key % 3).mightContain(key)
                    || !part(fuses, key % 3).mightContain(key)) {
                throw new AssertionError("key " + key + " is missing");
            }
        }
        assertThat(part(blooms, 0).info().approximateDistinct()).isBetween(KEYS / 4, KEYS / 2);
    }

    private static <F> F part(Map<Long, F> parts, long rest) {
        return Objects.requireNonNull(parts.get(rest), "a part for each rest");
    }

    @Test
    void collector_usedAgain_makesAnotherFilterOfTheSameSeed() {
        Collector<Long, ?, BloomFilter<Long>> collector = bloom().collector();
        BloomFilter<Long> one = Stream.of(1L).collect(collector);
        BloomFilter<Long> other = Stream.of(2L).collect(collector);
        assertThat(one.mightContain(2L)).isFalse();
        one.mergeFrom(other);
        assertThat(one.mightContain(2L)).isTrue();
        assertThat(bloom().collector()).isNotSameAs(collector);
        assertThat(Stream.of(1L).collect(bloom().collector()).seededSpec().equals(one.seededSpec()))
                .as("a random seed for each collector")
                .isFalse();
    }

    @Test
    void collector_builderChangedLater_staysAsItWas() {
        BloomBuilder<Long> builder = bloom();
        Collector<Long, ?, BloomFilter<Long>> collector = builder.collector();
        builder.layout(Layout.CLASSIC).hardened();
        assertThat(Stream.of(1L).collect(collector).spec())
                .isEqualTo(bloom().build().spec());
        FuseBuilder<Long> fuse = fuse();
        Collector<Long, ?, FuseFilter<Long>> fuseCollector = fuse.collector();
        fuse.arity(4);
        assertThat(Stream.of(1L).collect(fuseCollector).spec().arity()).isEqualTo(3);
    }

    @Test
    void collect_tooManyOrNullKeys_fails() {
        assertThatThrownBy(() -> LongStream.range(0, 4 * KEYS)
                        .boxed()
                        .collect(bloom().whenFull(CapacityPolicy.REJECT).collector()))
                .isInstanceOf(FilterFullException.class);
        assertThatNullPointerException()
                .isThrownBy(() -> Stream.of(1L, null).collect(bloom().collector()))
                .withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> Stream.of(1L, null).collect(fuse().collector()))
                .withMessage("key");
    }
}
