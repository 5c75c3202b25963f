package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeedTest {

    @Test
    void toHex_highThenLow_has32Digits() {
        assertThat(Seed.of(0x42).toHex()).isEqualTo("00000000000000000000000000000042");
        assertThat(Seed.of(-2, 1).toHex()).isEqualTo("0000000000000001fffffffffffffffe");
    }

    @Test
    void fromHex_ofToHex_isTheSameSeed() {
        long seedOfTest = Seeds.orElse(0x5EED);
        Random random = new Random(seedOfTest);
        for (int i = 0; i < 1000; i++) {
            Seed seed = Seed.of(random.nextLong(), random.nextLong());
            assertThat(Seed.fromHex(seed.toHex()))
                    .as("seed of the test %d", seedOfTest)
                    .isEqualTo(seed);
        }
        assertThat(Seed.fromHex("0000000000000001FFFFFFFFFFFFFFFE")).isEqualTo(Seed.of(-2, 1));
    }

    @Test
    void toHex_inALocaleWithOtherDigits_isStillHex() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Seed.of(0x1234).toHex()).isEqualTo("00000000000000000000000000001234");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void fromHex_wrongLength_saysSoWithoutTheText() {
        assertThatThrownBy(() -> Seed.fromHex("abcdef"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a seed has 32 hexadecimal digits, this text has 6 characters");
    }

    @Test
    void fromHex_otherCharacters_saysSoWithoutTheText() {
        String fifteen = "0".repeat(15);
        for (String wrong : new String[] {
            "g" + fifteen + "0" + fifteen,
            "+" + fifteen + "+" + fifteen,
            "0" + fifteen + "-" + fifteen,
            " " + fifteen + "0" + fifteen,
            "\u0661" + fifteen + "0" + fifteen, // the Arabic digit one
            "\uff11" + fifteen + "0" + fifteen // the full-width digit one
        }) {
            assertThatThrownBy(() -> Seed.fromHex(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a seed has 32 hexadecimal digits, this text has other characters")
                    .hasNoCause();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void fromHex_null_isRefusedByName() {
        assertThatThrownBy(() -> Seed.fromHex(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("hex");
    }

    @Test
    void random_again_isAnother() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String hex = Seed.random().toHex();
            assertThat(seen.add(hex.substring(0, 16))).isTrue();
            assertThat(seen.add(hex.substring(16))).isTrue();
        }
    }

    @Test
    void equals_bothHalves_count() {
        assertThat(Seed.of(1, 2)).isEqualTo(Seed.of(1, 2)).hasSameHashCodeAs(Seed.of(1, 2));
        assertThat(Seed.of(1)).isEqualTo(Seed.of(1, 0));
        assertThat(Seed.of(1, 2)).isNotEqualTo(Seed.of(1, 3));
        assertThat(Seed.of(1, 2)).isNotEqualTo(Seed.of(3, 2));
        assertThat(Seed.of(1, 2)).isNotEqualTo(Seed.of(2, 1));
        assertThat((Object) Seed.of(1, 2)).isNotEqualTo("seed");
    }

    @Test
    void toString_anySeed_isSecret() {
        assertThat(Seed.of(0x1234)).hasToString("Seed[secret]");
    }
}
