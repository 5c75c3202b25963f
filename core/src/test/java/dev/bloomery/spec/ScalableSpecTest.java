package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ScalableSpecTest {

    @Test
    void toString_defaults_isAsTheJavadocSays() {
        assertThat(ScalableSpec.of(0.01))
                .hasToString(
                        "scalable-bloom fpp=0.01 first=1000 growth=2.0 tightening=0.5 layout=auto ceiling=8589934592"
                                + " hash=xxh3-64");
    }

    @Test
    void parse_ofToString_isEqual() {
        ScalableSpec spec = ScalableSpec.of(0.003)
                .withFirstCapacity(77)
                .withSteps(1.5, 0.85)
                .withLayout(Layout.PARTITIONED)
                .withHash(KeyHash.SIPHASH_2_4)
                .withCeilingBits(1 << 20);
        assertThat(FilterSpec.parse(spec.toString())).isEqualTo(spec);
        assertThat(FilterSpec.parse("scalable-bloom fpp=0.01")).isEqualTo(ScalableSpec.of(0.01));
    }

    @Test
    void new_wrongValues_areRefusedWithAdvice() {
        ScalableSpec spec = ScalableSpec.of(0.01);
        assertRefused(() -> ScalableSpec.of(0), "targetFpp is 0.0; use a probability");
        assertRefused(() -> spec.withFirstCapacity(0), "firstCapacity is 0; use");
        assertRefused(() -> spec.withFirstCapacity(-1), "capacity is -1; use");
        assertRefused(() -> spec.withSteps(0.5, 0.5), "growth is 0.5; use 1 to 16");
        assertRefused(() -> spec.withSteps(Double.NaN, 0.5), "growth is NaN; use 1 to 16");
        assertRefused(() -> spec.withSteps(2, 1), "tightening is 1.0; use a number between 0 and 1");
        assertRefused(() -> spec.withSteps(2, 0), "tightening is 0.0; use a number between 0 and 1");
        assertRefused(() -> spec.withLayout(Layout.BLOCKED), "layout blocked cannot be kept");
        assertRefused(() -> spec.withCeilingBits(1), "ceilingBits is 1; use 64 or more");
    }

    @Test
    void slice_number_growsAndTightens() {
        ScalableSpec spec = ScalableSpec.of(0.01);
        BloomSpec first = spec.slice(0).orElseThrow();
        BloomSpec fifth = spec.slice(4).orElseThrow();
        assertThat(first.capacity()).isEqualTo(1_000);
        assertThat(first.targetFpp()).isEqualTo(0.005);
        assertThat(fifth.capacity()).isEqualTo(16_000);
        assertThat(fifth.targetFpp()).isEqualTo(0.005 / 16);
        assertThat(spec.slice(60)).as("beyond what 64-bit hashes allow").isEmpty();
    }

    @Test
    void capacity_underTheCeiling_isThatOfTheSlicesThatFit() {
        ScalableSpec spec = ScalableSpec.of(0.01).withCeilingBits(60_000);
        long bits = 0;
        long capacity = 0;
        for (int i = 0; ; i++) {
            BloomSpec slice = spec.slice(i).orElseThrow();
            bits += slice.size().orElseThrow().sizeInBits();
            if (bits > 60_000) {
                break;
            }
            capacity += slice.capacity();
        }
        assertThat(spec.capacity()).isEqualTo(capacity).isEqualTo(3_000);
        assertThat(ScalableSpec.of(0.01).capacity()).isBetween(100_000_000L, 2_000_000_000L);
    }

    @Test
    void slice_beyondTheMost_isNone() {
        ScalableSpec spec = ScalableSpec.of(0.5).withFirstCapacity(10).withSteps(1, 0.999);
        assertThat(spec.slice(ScalableSpec.MAX_SLICES - 1)).isPresent();
        assertThat(spec.slice(ScalableSpec.MAX_SLICES)).isEmpty();
        assertThat(spec.capacity()).isEqualTo(10L * ScalableSpec.MAX_SLICES);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
    }
}
