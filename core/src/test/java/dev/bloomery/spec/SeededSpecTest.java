package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SeededSpecTest {
    private static final String HEX = "1032547698badcfe0f1e2d3c4b5a6978";
    private static final Seed SEED = Seed.fromHex(HEX);
    private static final BloomSpec SPEC = BloomSpec.of(1000, 0.01);
    private static final String TEXT = "bloom capacity=1000 fpp=0.01 layout=auto hash=xxh3-64 seed=" + HEX;

    @Test
    void toSecretString_any_endsWithTheSeed() {
        assertThat(new SeededSpec(SPEC, SEED).toSecretString()).isEqualTo(TEXT);
    }

    @Test
    void parse_ofToSecretString_isEqual() {
        for (BloomSpec spec : List.of(SPEC, SPEC.sized(), SPEC.withHash(KeyHash.SIPHASH_2_4))) {
            SeededSpec seeded = new SeededSpec(spec, SEED);
            assertThat(SeededSpec.parse(seeded.toSecretString()))
                    .isEqualTo(seeded)
                    .hasSameHashCodeAs(seeded);
        }
        assertThat(SeededSpec.parse("  " + TEXT + "\n")).isEqualTo(new SeededSpec(SPEC, SEED));
    }

    @Test
    void equals_specAndSeed_count() {
        SeededSpec seeded = new SeededSpec(SPEC, SEED);
        assertThat(seeded).isNotEqualTo(new SeededSpec(SPEC, Seed.of(1)));
        assertThat(seeded).isNotEqualTo(new SeededSpec(SPEC.sized(), SEED));
    }

    @Test
    void parse_withoutSeed_saysSo() {
        assertRefused(
                () -> SeededSpec.parse(SPEC.toString()),
                "the text has no seed=... at its end; for a spec without seed use FilterSpec");
    }

    @Test
    void parse_wrongSeed_saysSo() {
        assertRefused(
                () -> SeededSpec.parse(SPEC + " seed=12"),
                "a seed has 32 hexadecimal digits, this text has 2 characters");
    }

    @Test
    void parse_specWithTheSeed_isRefusedByFilterSpec() {
        assertRefused(() -> FilterSpec.parse(TEXT), "the text carries a seed; read it with SeededSpec.parse");
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void null_any_isRefusedByName() {
        assertThatThrownBy(() -> new SeededSpec(null, SEED)).hasMessage("spec");
        assertThatThrownBy(() -> new SeededSpec(SPEC, null)).hasMessage("seed");
        assertThatThrownBy(() -> SeededSpec.parse(null)).hasMessage("text");
    }

    @Test
    void seededSpec_ofAFilter_buildsTheSamePositions() {
        BloomFilter<String> filter =
                Filters.bloom(KeyEncoder.utf8()).capacity(1000).targetFpp(0.01).build();
        SeededSpec seeded = SeededSpec.parse(filter.seededSpec().toSecretString());
        assertThat(seeded.spec()).isEqualTo(filter.spec());
        BloomFilter<String> twin = Filters.bloom(KeyEncoder.utf8(), (BloomSpec) seeded.spec())
                .seed(seeded.seed())
                .build();
        assertThat(twin.explain("key")).isEqualTo(filter.explain("key"));
    }

    @Test
    void text_ofAllThatHoldsTheSeed_doesNotShowIt() {
        BloomFilter<String> filter =
                Filters.bloom(KeyEncoder.utf8(), SPEC).seed(SEED).build();
        filter.add("key");
        for (Object holder : List.of(SEED, filter.seededSpec(), filter, filter.info(), filter.spec())) {
            assertShowsNoSeed(holder.toString());
        }
        assertThat(filter.seededSpec()).hasToString(filter.spec() + " seed=secret");
    }

    /** Every text that is one slip away from a right one is read, or refused without showing the secret. */
    @Test
    void parse_oneCharacterOff_neverShowsTheSeed() {
        List<String> slips =
                new ArrayList<>(List.of(TEXT + " " + TEXT, TEXT + " layout=auto", TEXT.replace(' ', '\t')));
        for (int i = 0; i < TEXT.length(); i++) {
            String before = TEXT.substring(0, i);
            String after = TEXT.substring(i + 1);
            slips.add(before + after);
            for (char c : new char[] {' ', '=', 'x', '\n'}) {
                slips.add(before + c + after);
                slips.add(before + c + TEXT.substring(i));
            }
        }
        int refused = 0;
        for (String slip : slips) {
            try {
                SeededSpec.parse(slip);
            } catch (IllegalArgumentException e) {
                refused++;
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    assertShowsNoSeed(cause.toString());
                }
            }
        }
        assertThat(refused).isGreaterThan(slips.size() / 2);
    }

    private static void assertShowsNoSeed(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i + 6 <= HEX.length(); i++) {
            assertThat(lower).doesNotContain(HEX.substring(i, i + 6));
        }
        assertThat(text).doesNotContain(Long.toString(SEED.low()), Long.toString(SEED.high()));
    }
}
