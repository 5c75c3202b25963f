package dev.bloomery.interop.bitcoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.bitcoin.Bip37Filter.Update;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Bip37FilterTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final byte[] FIRST = HEX.parseHex("99108ad8ed9bb6274d3980bab5a85c048f0950c8");
    private static final byte[] ONE_BIT_OFF = HEX.parseHex("19108ad8ed9bb6274d3980bab5a85c048f0950c8");
    private static final byte[] SECOND = HEX.parseHex("b5a2c786d9ef4658287ced5914b37a1b4aa32eee");
    private static final byte[] THIRD = HEX.parseHex("b9300670b4c5366e95b2699e8b18bc75e5f729c5");

    /** bloom_tests.cpp of Bitcoin Core: three keys, without and with a tweak. */
    @Test
    void toBytes_keysOfBitcoinsOwnTest_areThePublishedBytes() throws IOException {
        assertPublished(0, "03614e9b050000000000000001");
        assertPublished(0x80000001, "03ce4299050000000100008001");
    }

    private static void assertPublished(int tweak, String expected) throws IOException {
        Bip37Filter filter = Bip37Filter.create(3, 0.01, tweak, Update.ALL);
        assertThat(filter.add(FIRST)).isTrue();
        assertThat(filter.mightContain(FIRST)).isTrue();
        assertThat(filter.mightContain(ONE_BIT_OFF)).isFalse();
        filter.add(SECOND);
        filter.add(THIRD);
        assertThat(HEX.formatHex(filter.toBytes())).isEqualTo(expected);
        Bip37Filter read = Bip37Filter.read(HEX.parseHex(expected));
        assertThat(read.mightContain(FIRST)).isTrue();
        assertThat(read.mightContain(SECOND)).isTrue();
        assertThat(read.mightContain(THIRD)).isTrue();
        assertThat(read.mightContain(ONE_BIT_OFF)).isFalse();
        assertThat(read.tweak()).isEqualTo(tweak);
        assertThat(read.update()).isEqualTo(Update.ALL);
        assertThat(Bip37Filter.read(new ByteArrayInputStream(HEX.parseHex(expected + "00")))
                        .toBytes())
                .isEqualTo(read.toBytes());
    }

    /** The same test: a public key and its hash. */
    @Test
    void toBytes_publicKey_isThePublishedBytes() {
        Bip37Filter filter = Bip37Filter.create(2, 0.001, 0, Update.ALL);
        filter.add(
                HEX.parseHex(
                        "045b81f0017e2091e2edcd5eecf10d5bdd120a5514cb3ee65b8447ec18bfc4575c6d5bf415e54e03b1067934a0f0ba76b01c6b9ab227142ee1d543764b69d901e0"));
        filter.add(HEX.parseHex("477abbacd4113f2e6b100526222eedd953c26a64"));
        assertThat(HEX.formatHex(filter.toBytes())).isEqualTo("038fc16b080000000000000001");
    }

    @Test
    void create_manyElements_staysWithinTheLimitsOfTheProtocol() {
        Bip37Filter large = Bip37Filter.create(10_000_000, 1e-9, 7, Update.NONE);
        assertThat(large.sizeInBits()).isEqualTo(8L * Bip37Filter.MOST_BYTES);
        Bip37Filter sharp = Bip37Filter.create(1, 1e-300, 7, Update.NONE);
        assertThat(sharp.probesPerKey()).isEqualTo(Bip37Filter.MOST_PROBES);
        assertThatIllegalArgumentException().isThrownBy(() -> Bip37Filter.create(0, 0.1, 0, Update.NONE));
    }

    @Test
    void mightContain_manyKeys_keepsTheFpp() {
        Bip37Filter filter = Bip37Filter.create(10_000, 0.01, 99, Update.NONE);
        for (int i = 0; i < 10_000; i++) {
            filter.add(key(i));
        }
        int maybe = 0;
        for (int i = 0; i < 20_000; i++) {
            boolean answer = filter.mightContain(key(i));
            assertThat(answer || i >= 10_000).isTrue();
            maybe += answer ? 1 : 0;
        }
        assertThat(maybe - 10_000).isBetween(50, 200);
        assertThat(filter.currentFpp()).isBetween(0.005, 0.015);
    }

    private static byte[] key(int i) {
        return ("key" + i).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    /** As in Bitcoin Core, which divided by zero here once. */
    @Test
    void mightContain_filterWithoutBits_isTrueForAll() throws IOException {
        Bip37Filter empty = Bip37Filter.read(HEX.parseHex("00050000000000000000"));
        assertThat(empty.mightContain(FIRST)).isTrue();
        assertThat(empty.add(FIRST)).isFalse();
        assertThat(empty.currentFpp()).isEqualTo(1);
        assertThat(empty.info().fillRatio()).isZero();
        assertThat(HEX.formatHex(empty.toBytes())).isEqualTo("00050000000000000000");
    }

    @Test
    void read_aboveTheLimits_isRefused() {
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> Bip37Filter.read(HEX.parseHex("fda18c")))
                .withMessageContaining("36000");
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> Bip37Filter.read(HEX.parseHex("0100330000000000000000")))
                .withMessageContaining("51");
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> Bip37Filter.read(HEX.parseHex("fd0300614e9b050000000000000001")))
                .withMessageContaining("shortest");
    }
}
