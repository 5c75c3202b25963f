package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountingSpecTest {

    @Test
    void toString_settled_isAsTheJavadocSays() {
        assertThat(new CountingSpec(BloomSpec.of(1_000_000, 0.01), 4).sized())
                .hasToString(
                        "counting-bloom capacity=1000000 fpp=0.01 layout=blocked bits=10182656 k=6 hash=xxh3-64 counter=4");
    }

    @Test
    void parse_ofToString_isEqual() {
        for (Layout layout : List.of(Layout.AUTO, Layout.CLASSIC, Layout.PARTITIONED, Layout.BLOCKED)) {
            for (int counterBits : new int[] {4, 8}) {
                CountingSpec open = new CountingSpec(BloomSpec.of(5_000, 0.001).withLayout(layout), counterBits);
                assertThat(FilterSpec.parse(open.toString())).isEqualTo(open);
                assertThat(FilterSpec.parse(open.sized().toString())).isEqualTo(open.sized());
                assertThat(new SeededSpec(open, Seed.of(7)))
                        .isEqualTo(SeededSpec.parse(new SeededSpec(open, Seed.of(7)).toSecretString()));
            }
        }
    }

    @Test
    void parse_counterLeftOut_isFourBits() {
        assertThat(FilterSpec.parse("counting-bloom capacity=10 fpp=0.1"))
                .isEqualTo(new CountingSpec(BloomSpec.of(10, 0.1), 4));
    }

    @Test
    void layout_paired_isRefused() {
        String message = "layout paired has no counters; use layout classic, or auto to have one picked";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CountingSpec.of(BloomSpec.of(10, 1e-6).withLayout(Layout.PAIRED)))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("counting-bloom capacity=10 fpp=0.1 layout=paired"))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.countingBloom(KeyEncoder.int64())
                        .capacity(10)
                        .targetFpp(0.1)
                        .layout(Layout.PAIRED))
                .withMessage(message);
    }

    @Test
    void counterBits_notFourOrEight_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("counting-bloom capacity=10 fpp=0.1 counter=5"))
                .withMessage("counterBits is 5; use 4, or 8 for keys added often");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("counting-bloom capacity=10 fpp=0.1 counters=4"))
                .withMessageContaining("unknown name 'counters'")
                .withMessageContaining("counter");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("bloom capacity=10 fpp=0.1 counter=4"))
                .withMessageContaining("unknown name 'counter'");
    }
}
