package dev.bloomery.info;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.Explanation.Probe;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final Explanation NO =
            new Explanation(List.of(new Probe(1_234_567, true), new Probe(3, false)), 0, 2_000_000);

    @Test
    void toString_no_tellsWhichBitSaidIt() {
        assertThat(NO.mightContain()).isFalse();
        assertThat(NO).hasToString("""
                        no: 1 of 2 probes found their bit clear
                        bits 0 to 1999999
                          probe  1  bit       1,234,567  set
                          probe  2  bit               3  clear: no""");
    }

    @Test
    void toString_maybe_tellsThatAllWereSet() {
        Explanation maybe = new Explanation(List.of(new Probe(600, true)), 512, 512);
        assertThat(maybe.mightContain()).isTrue();
        assertThat(maybe).hasToString("""
                        maybe: all 1 probes found their bit set
                        bits 512 to 1023
                          probe  1  bit             600  set""");
    }

    @Test
    void toString_inOtherLocales_isTheSame() {
        String expected = NO.toString();
        BloomInfo info = Filters.bloom(KeyEncoder.utf8())
                .capacity(1000)
                .targetFpp(0.01)
                .build()
                .info();
        String expectedInfo = info.toString();
        Locale before = Locale.getDefault();
        try {
            for (String tag : List.of("de-DE", "fr-FR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(NO).as(tag).hasToString(expected);
                assertThat(info).as(tag).hasToString(expectedInfo);
                assertThat(FilterSpec.parse(info.spec().toString())).as(tag).isEqualTo(info.spec());
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void probes_listChangedLater_stay() {
        List<Probe> probes = new ArrayList<>(List.of(new Probe(1, true)));
        Explanation explanation = new Explanation(probes, 0, 64);
        probes.clear();
        assertThat(explanation.probes()).hasSize(1);
    }

    @Test
    void explain_keyBeforeAndAfterAdd_showsItsBitsInItsRegion() {
        for (Layout layout : List.of(Layout.CLASSIC, Layout.BLOCKED, Layout.PAIRED)) {
            BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                    .capacity(10_000)
                    .targetFpp(0.01)
                    .layout(layout)
                    .seed(Seed.of(7))
                    .build();
            for (long key = 0; key < 100; key++) {
                Explanation before = filter.explain(key);
                assertThat(before.mightContain()).isEqualTo(filter.mightContain(key));
                filter.add(key);
                Explanation after = filter.explain(key);
                assertThat(after.mightContain()).isTrue();
                assertThat(after.probes()).hasSize(filter.info().probesPerKey());
                assertThat(after.regionStart() % after.regionBits()).isZero();
                assertThat(after.regionBits())
                        .isEqualTo(
                                layout == Layout.BLOCKED ? 512 : filter.info().sizeInBits());
                assertThat(after.probes())
                        .allMatch(probe -> probe.position() >= after.regionStart()
                                && probe.position() < after.regionStart() + after.regionBits());
            }
        }
    }
}
