package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.SeededSpec;
import org.junit.jupiter.api.Test;

/** Every kind of filter can be built from the text of its own spec. */
class FiltersTest {
    private static final KeyEncoder<Long> LONGS = KeyEncoder.int64();

    @Test
    void bloom_specOfAFilter_buildsItsTwin() {
        BloomFilter<Long> filter =
                Filters.bloom(LONGS).capacity(1_000).targetFpp(0.02).hardened().build();
        SeededSpec shipped = SeededSpec.parse(filter.seededSpec().toSecretString());
        BloomFilter<Long> twin = Filters.bloom(LONGS, (BloomSpec) shipped.spec())
                .seed(shipped.seed())
                .build();
        assertThat(twin.spec()).isEqualTo(filter.spec());
        filter.add(7L);
        twin.add(7L);
        assertThat(twin.explain(7L)).isEqualTo(filter.explain(7L));
    }

    @Test
    void countingBloom_specOfAFilter_buildsItsTwin() {
        CountingBloomFilter<Long> filter = Filters.countingBloom(LONGS)
                .capacity(1_000)
                .targetFpp(0.02)
                .layout(Layout.PARTITIONED)
                .counterBits(8)
                .build();
        SeededSpec shipped = SeededSpec.parse(filter.seededSpec().toSecretString());
        CountingBloomFilter<Long> twin = Filters.countingBloom(LONGS, (CountingSpec) shipped.spec())
                .seed(shipped.seed())
                .build();
        assertThat(twin.spec()).isEqualTo(filter.spec());
        assertThat(twin.spec().counterBits()).isEqualTo(8);
        assertThat(twin.hash(7L)).isEqualTo(filter.hash(7L));
    }

    @Test
    void scalableBloom_specOfAFilter_buildsItsTwin() {
        ScalableBloomFilter<Long> filter = Filters.scalableBloom(LONGS)
                .targetFpp(0.02)
                .firstCapacity(10)
                .growth(3)
                .tightening(0.8)
                .memoryCeilingBytes(1 << 20)
                .build();
        SeededSpec shipped = SeededSpec.parse(filter.seededSpec().toSecretString());
        ScalableBloomFilter<Long> twin = Filters.scalableBloom(LONGS, (ScalableSpec) shipped.spec())
                .seed(shipped.seed())
                .build();
        assertThat(twin.spec()).isEqualTo(filter.spec());
        for (long i = 0; i < 1_000; i++) {
            assertThat(twin.add(i)).isEqualTo(filter.add(i));
        }
        assertThat(twin.info()).isEqualTo(filter.info());
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void anyKind_null_isRefusedByName() {
        assertThatNullPointerException().isThrownBy(() -> Filters.bloom(null)).withMessage("encoder");
        assertThatNullPointerException()
                .isThrownBy(() -> Filters.bloom(LONGS, null))
                .withMessage("spec");
        assertThatNullPointerException()
                .isThrownBy(() -> Filters.countingBloom(null))
                .withMessage("encoder");
        assertThatNullPointerException().isThrownBy(() -> Filters.cuckoo(null)).withMessage("encoder");
        assertThatNullPointerException()
                .isThrownBy(() -> Filters.cuckoo(LONGS, null))
                .withMessage("spec");
        assertThatNullPointerException()
                .isThrownBy(() -> Filters.scalableBloom(null))
                .withMessage("encoder");
        assertThatNullPointerException()
                .isThrownBy(() -> Filters.scalableBloom(LONGS, null))
                .withMessage("spec");
    }
}
