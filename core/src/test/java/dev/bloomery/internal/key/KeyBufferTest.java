package dev.bloomery.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyBufferTest {

    @Test
    void putRawUtf8_wellFormedStrings_equalsTheJdk() {
        long seed = Seeds.orElse(0x0F8);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            int length = i < 3000 ? i / 10 : random.nextInt(i % 10 == 0 ? 301 : 70);
            String text = wellFormed(random, length, i % 6);
            byte[] expected = text.getBytes(StandardCharsets.UTF_8);
            byte[] actual = encode(KeyEncoder.utf8(), text);
            if (!Arrays.equals(actual, expected)) { // an assertion only where one is needed: this loop is long
                assertThat(actual).as("seed %d, string %d", seed, i).isEqualTo(expected);
            }
            byte[] ofChars = encode(KeyEncoder.utf8Chars(), CharBuffer.wrap(text));
            if (!Arrays.equals(ofChars, expected)) {
                assertThat(ofChars)
                        .as("as CharBuffer, seed %d, string %d", seed, i)
                        .isEqualTo(expected);
            }
        }
    }

    /** Of the kind's characters: ASCII, Latin-1, two bytes, the BMP, astral, all of them mixed. */
    private static String wellFormed(Random random, int length, int kind) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            int point = switch (kind == 5 ? random.nextInt(5) : kind) {
                case 0 -> random.nextInt(0x80);
                case 1 -> random.nextInt(0x100);
                case 2 -> random.nextInt(0x800);
                case 3 -> random.nextInt(0x10000);
                default -> 0x10000 + random.nextInt(0x100000);
            };
            if (point < 0xD800 || point > 0xDFFF) {
                text.appendCodePoint(point);
            }
        }
        return text.toString();
    }

    /** Every border of one to four bytes, at every place around the 64 characters for which room is made at once. */
    @Test
    void putRawUtf8_bordersOfTheEncodingAroundEveryReserve_equalsTheJdk() {
        for (int point :
                new int[] {0, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF}) {
            for (int before = 0; before <= 260; before++) {
                for (String filler : new String[] {"a", "\u65e5"}) {
                    String text = filler.repeat(before) + Character.toString(point) + filler;
                    assertThat(encode(KeyEncoder.utf8(), text))
                            .as("U+%04X after %d", point, before)
                            .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    @Test
    void putRawUtf8_loneSurrogates_staysInjective() {
        char[] alphabet = {'a', '?', '\ud800', '\ud83d', '\udbff', '\udc00', '\ude80', '\udfff', '\ufffd'};
        List<String> texts = new ArrayList<>(List.of(""));
        for (int from = 0, length = 0; length < 3; length++) {
            int to = texts.size();
            for (; from < to; from++) {
                for (char c : alphabet) {
                    texts.add(texts.get(from) + c);
                }
            }
        }
        assertThat(texts).hasSize(1 + 9 + 81 + 729);
        Map<String, String> textOfBytes = new HashMap<>();
        for (String text : texts) {
            String bytes = HexFormat.of().formatHex(encode(KeyEncoder.utf8(), text));
            String other = textOfBytes.put(bytes, text);
            assertThat(other).as("same bytes %s as %s", bytes, escaped(text)).isNull();
        }
    }

    @Test
    void putRawUtf8_loneSurrogate_isThreeBytes() {
        assertThat(encode(KeyEncoder.utf8(), "\ud83d")).containsExactly(0xED, 0xA0, 0xBD);
        assertThat(encode(KeyEncoder.utf8(), "\ude80\ud83d")).containsExactly(0xED, 0xBA, 0x80, 0xED, 0xA0, 0xBD);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(String.format("\\u%04x", c)));
        return escaped.toString();
    }

    @Test
    void putRawUtf8_sameCharactersInAnyHolder_givesSameBytes() {
        for (String text : List.of("", "plain", "caf\u00e9", "\u00ff\u0080", "\u65e5\u672c", "x".repeat(200))) {
            byte[] expected = text.getBytes(StandardCharsets.UTF_8);
            String cutFromWide = ("\u65e5" + text + "\u672c").substring(1, text.length() + 1);
            for (CharSequence holder : List.of(
                    new String(text.toCharArray()),
                    cutFromWide,
                    builder(text),
                    wideBuilder(text),
                    CharBuffer.wrap(text),
                    CharBuffer.wrap("<" + text + ">", 1, text.length() + 1))) {
                assertThat(encode(KeyEncoder.utf8Chars(), holder))
                        .as("%s in %s", text, holder.getClass())
                        .isEqualTo(expected);
            }
        }
    }

    private static StringBuilder builder(String text) {
        StringBuilder builder = new StringBuilder();
        builder.append(text);
        return builder;
    }

    /** Keeps two bytes a character, even when the one that needed them is gone. */
    private static StringBuilder wideBuilder(String text) {
        StringBuilder builder = builder("\u65e5" + text);
        builder.deleteCharAt(0);
        return builder;
    }

    @Test
    void put_numbers_areLittleEndian() {
        assertThat(encode((key, sink) -> sink.putInt(0x04030201), "")).containsExactly(1, 2, 3, 4);
        assertThat(encode((key, sink) -> sink.putLong(0x0807060504030201L), ""))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(encode(
                        (key, sink) -> sink.putByte((byte) -1).putBoolean(true).putBoolean(false), ""))
                .containsExactly(255, 1, 0);
        assertThat(encode((key, sink) -> sink.putDouble(1), "")).containsExactly(0, 0, 0, 0, 0, 0, 0xF0, 0x3F);
    }

    @Test
    void putDouble_nanAndZeros_areOneKeyAndTwo() {
        byte[] nan = encode((key, sink) -> sink.putDouble(Double.NaN), "");
        byte[] otherNan = encode((key, sink) -> sink.putDouble(Double.longBitsToDouble(0x7ff8000000000123L)), "");
        assertThat(otherNan).isEqualTo(nan);
        assertThat(encode((key, sink) -> sink.putDouble(0.0), ""))
                .isNotEqualTo(encode((key, sink) -> sink.putDouble(-0.0), ""));
    }

    @Test
    void putString_fields_stayApart() {
        KeyEncoder<List<String>> strings = (key, sink) -> key.forEach(sink::putString);
        KeyEncoder<List<String>> bytes =
                (key, sink) -> key.forEach(field -> sink.putBytes(field.getBytes(StandardCharsets.UTF_8)));
        List<List<String>> keys =
                List.of(List.of("ab", "c"), List.of("a", "bc"), List.of("abc", ""), List.of("", "abc"), List.of("abc"));
        for (KeyEncoder<List<String>> encoder : List.of(strings, bytes)) {
            assertThat(keys.stream().map(key -> HexFormat.of().formatHex(encode(encoder, key))))
                    .doesNotHaveDuplicates();
        }
        assertThat(encode(strings, List.of("a\u00e9", ""))).containsExactly('a', 0xC3, 0xA9, 3, 0, 0, 0, 0, 0, 0, 0);
        assertThat(encode(bytes, List.of("a\u00e9", ""))).isEqualTo(encode(strings, List.of("a\u00e9", "")));
    }

    /** The check of putAscii runs in steps of eight bytes over the end; it must not see or change other fields. */
    @Test
    void putRawUtf8_betweenOtherFields_leavesThemAsTheyAre() {
        for (int length = 0; length < 40; length++) {
            String text = "x".repeat(length);
            byte[] bytes =
                    encode((key, sink) -> sink.putLong(-1).putRawUtf8(key).putLong(-1), text);
            assertThat(bytes).hasSize(16 + length);
            assertThat(Arrays.copyOfRange(bytes, 8, 8 + length)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
            assertThat(Arrays.copyOf(bytes, 8)).containsOnly(-1);
            assertThat(Arrays.copyOfRange(bytes, 8 + length, 16 + length)).containsOnly(-1);
        }
    }

    @Test
    void putRawBytes_buffers_keepPositionAndLimit() {
        byte[] content = {9, 1, 2, 3, 9, 9};
        ByteBuffer direct = ByteBuffer.allocateDirect(6).put(content);
        for (ByteBuffer buffer :
                List.of(ByteBuffer.wrap(content), ByteBuffer.wrap(content).asReadOnlyBuffer(), direct)) {
            buffer.limit(4).position(1);
            assertThat(encode(KeyEncoder.byteBuffer(), buffer)).containsExactly(1, 2, 3);
            assertThat(buffer.position()).isEqualTo(1);
            assertThat(buffer.limit()).isEqualTo(4);
            assertThat(encode(KeyEncoder.byteBuffer(), buffer.slice())).containsExactly(1, 2, 3);
        }
    }

    @Test
    void borrow_again_givesTheSameEmptyBuffer() {
        KeyBuffer first = KeyBuffer.borrow();
        first.putLong(1);
        first.giveBack();
        KeyBuffer second = KeyBuffer.borrow();
        try {
            assertThat(second).isSameAs(first);
            assertThat(second.length()).isZero();
        } finally {
            second.giveBack();
        }
    }

    @Test
    void borrow_whileBorrowed_givesAnother() {
        KeyBuffer outer = KeyBuffer.borrow();
        try {
            outer.putInt(1);
            KeyBuffer inner = KeyBuffer.borrow();
            assertThat(inner).isNotSameAs(outer);
            inner.putLong(2);
            inner.giveBack();
            assertThat(outer.length()).isEqualTo(4);
            assertThat(KeyBuffer.borrow()).isNotSameAs(outer);
        } finally {
            outer.giveBack();
        }
    }

    @Test
    void giveBack_bufferLargerThanKept_isNotKept() {
        for (int length : new int[] {KeyBuffer.KEPT_BYTES, KeyBuffer.KEPT_BYTES + 1, 16 << 20}) {
            encode(KeyEncoder.bytes(), new byte[length]);
            KeyBuffer next = KeyBuffer.borrow();
            try {
                assertThat(next.bytes().length)
                        .as("kept after a key of %d bytes", length)
                        .isLessThanOrEqualTo(KeyBuffer.KEPT_BYTES);
                if (length == KeyBuffer.KEPT_BYTES) {
                    assertThat(next.bytes()).hasSize(KeyBuffer.KEPT_BYTES);
                }
            } finally {
                next.giveBack();
            }
        }
    }

    @Test
    void put_sixteenMebibytes_isWhole() {
        int size = 16 << 20;
        String ascii = "0123456789abcdef".repeat(1 << 20);
        String wide = "\u65e5\u672c\u8a9e\u00e9".repeat(size / 12);
        byte[] bytes = ascii.getBytes(StandardCharsets.UTF_8);
        assertThat(Arrays.equals(encode(KeyEncoder.utf8(), ascii), bytes)).isTrue();
        assertThat(Arrays.equals(encode(KeyEncoder.bytes(), bytes), bytes)).isTrue();
        assertThat(Arrays.equals(encode(KeyEncoder.utf8(), wide), wide.getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void put_null_namesTheParameter() {
        assertRefusesNull("text", (key, sink) -> sink.putString(null));
        assertRefusesNull("text", (key, sink) -> sink.putRawUtf8(null));
        assertRefusesNull("bytes", (key, sink) -> sink.putBytes(null));
        assertRefusesNull("bytes", (key, sink) -> sink.putRawBytes((byte[]) null));
        assertRefusesNull("bytes", (key, sink) -> sink.putRawBytes((ByteBuffer) null));
    }

    private static void assertRefusesNull(String parameter, KeyEncoder<String> encoder) {
        assertThatThrownBy(() -> encode(encoder, ""))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(parameter);
    }

    private static <K> byte[] encode(KeyEncoder<K> encoder, K key) {
        KeyBuffer buffer = KeyBuffer.borrow();
        try {
            encoder.encode(key, buffer);
            return Arrays.copyOf(buffer.bytes(), buffer.length());
        } finally {
            buffer.giveBack();
        }
    }
}
