package dev.bloomery.interop.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HashVectorsTest {

    /** Of the specification of XXH64. */
    @Test
    void xxh64_publishedTexts_haveTheirValues() {
        assertThat(xxh64("")).isEqualTo(0xEF46DB3751D8E999L);
        assertThat(xxh64("a")).isEqualTo(0xD24EC4F1A98C6E5BL);
        assertThat(xxh64("abc")).isEqualTo(0x44BC2CF5AD770999L);
        assertThat(xxh64("Nobody inspects the spammish repetition")).isEqualTo(0xFBCEA83C8A378BF1L);
    }

    private static long xxh64(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Xxh64.of(bytes, bytes.length);
    }
}
