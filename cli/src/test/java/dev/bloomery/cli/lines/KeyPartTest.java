package dev.bloomery.cli.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyPartTest {

    private static String key(KeyPart part, String line) {
        byte[] bytes = ("<" + line + ">").getBytes(StandardCharsets.ISO_8859_1);
        long span = part.of(bytes, 1, bytes.length - 1);
        return new String(
                bytes, KeyPart.start(span), KeyPart.end(span) - KeyPart.start(span), StandardCharsets.ISO_8859_1);
    }

    @Test
    void field_anyNumber_isBetweenItsDelimiters() {
        assertThat(key(new KeyPart.Field(1, (byte) ','), "a,b,c")).isEqualTo("a");
        assertThat(key(new KeyPart.Field(2, (byte) ','), "a,b,c")).isEqualTo("b");
        assertThat(key(new KeyPart.Field(3, (byte) ','), "a,b,c")).isEqualTo("c");
        assertThat(key(new KeyPart.Field(2, (byte) ','), "a,,c")).isEmpty();
    }

    @Test
    void field_lineWithFewer_isEmpty() {
        assertThat(key(new KeyPart.Field(4, (byte) ','), "a,b,c")).isEmpty();
        assertThat(key(new KeyPart.Field(2, (byte) ','), "")).isEmpty();
    }

    @Test
    void bytes_behindTheEnd_areLeftOut() {
        assertThat(key(new KeyPart.Bytes(1, 2), "abc")).isEqualTo("ab");
        assertThat(key(new KeyPart.Bytes(3, 9), "abc")).isEqualTo("c");
        assertThat(key(new KeyPart.Bytes(5, 9), "abc")).isEmpty();
    }

    @Test
    void of_impossibleParts_areRefused() {
        assertThatThrownBy(() -> new KeyPart.Field(0, (byte) ',')).hasMessageContaining("first field is 1");
        assertThatThrownBy(() -> new KeyPart.Bytes(3, 2)).hasMessageContaining("1-8");
    }
}
