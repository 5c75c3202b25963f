package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.info.FuseInfo;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FuseSpecTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fuse fpp=0.004 arity=3 hash=xxh3-64",
                "fuse capacity=1000000 fpp=0.004 arity=4 hash=siphash-2-4",
                "fuse capacity=0 fpp=1.0E-12 arity=3 hash=xxh3-64",
                "fuse fpp=0.00390625 arity=3 hash=xxh3-64 width=8",
                "fuse capacity=7 fpp=0.5 arity=4 hash=xxh3-64 width=1"
            })
    void parse_textForm_givesItBack(String text) {
        FilterSpec spec = FilterSpec.parse(text);
        assertThat(spec).isInstanceOf(FuseSpec.class).hasToString(text);
        assertThat(FilterSpec.parse(spec.toString())).isEqualTo(spec);
    }

    @Test
    void parse_onlyTheFpp_takesDefaults() {
        assertThat(FilterSpec.parse("fuse fpp=0.01")).isEqualTo(FuseSpec.of(0.01));
    }

    @Test
    void parse_onlyTheWidth_hasItsFpp() {
        assertThat(FilterSpec.parse("fuse width=8")).isEqualTo(FuseSpec.ofFingerprintBits(8));
        assertThat(FuseSpec.ofFingerprintBits(8).targetFpp()).isEqualTo(1 / 256.0);
    }

    /** Also for so many keys that their hashes count. */
    @Test
    void size_widthAskedFor_hasIt() {
        for (int bits : new int[] {1, 8, 16, 32}) {
            for (long keys : new long[] {0, 1, 1_000_000, 1_000_000_000}) {
                FuseSpec spec = FuseSpec.of(0.3).withFingerprintBits(bits).withKeys(keys);
                assertThat(spec.size().fingerprintBits()).isEqualTo(bits);
                assertThat(spec.withArity(4)
                                .withHash(KeyHash.SIPHASH_2_4)
                                .size()
                                .fingerprintBits())
                        .isEqualTo(bits);
            }
        }
    }

    @Test
    void size_targetOfOneIn256_takesEightBitsAtEverySize() {
        for (long keys : new long[] {1, 72_057_608, 72_057_609, 1_000_000_000, 1L << 40}) {
            assertThat(FuseSizing.of(keys, 1 / 256.0, 3).fingerprintBits()).isEqualTo(8);
        }
        assertThat(FuseSizing.of(281_477, 1 / 65536.0, 3).fingerprintBits()).isEqualTo(16);
    }

    @Test
    void seededSpec_fuse_roundTrips() {
        SeededSpec seeded = new SeededSpec(FuseSpec.of(0.01).withKeys(10), Seed.of(1, 2));
        assertThat(SeededSpec.parse(seeded.toSecretString())).isEqualTo(seeded);
    }

    @Test
    void capacity_openPlan_isWhatHashesAllow() {
        assertThat(FuseSpec.of(0.01).capacity()).isEqualTo(1L << 40);
        assertThat(FuseSpec.of(1e-9).capacity()).isBetween(9_000_000_000L, 10_000_000_000L);
        assertThat(FuseSpec.of(0.01).withKeys(5).capacity()).isEqualTo(5);
        long most = FuseSpec.of(1e-9).capacity();
        assertThat(FuseSpec.of(1e-9).withKeys(most).keys()).isEqualTo(OptionalLong.of(most));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fuse|lacks fpp",
                "fuse fpp=2|for 2.0 percent write 0.02",
                "fuse fpp=1e-18|too low for a fuse filter",
                "fuse fpp=0.1 arity=5|use 3, or 4",
                "fuse fpp=0.1 capacity=-1|capacity is -1",
                "fuse fpp=1e-9 capacity=1000000000000|too low for 1000000000000 keys",
                "fuse fpp=0.1 layout=blocked|unknown name 'layout'",
                "fuse fpp=0.1 width=8|fingerprints of 8 bits have 0.00390625; give one of the two",
                "fuse width=0|fingerprintBits is 0; use 1 to 56",
                "fuse width=57|fingerprintBits is 57; use 1 to 56",
                "fuse fpp=0.1 arity=x|not a number"
            })
    void parse_wrongText_isRefusedWithAReason(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse(text))
                .withMessageContaining(reason);
    }

    @Test
    void info_specWithoutKeys_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FuseInfo(FuseSpec.of(0.1), 4, 48, 1, 40, 0.06))
                .withMessageContaining("withKeys");
    }
}
