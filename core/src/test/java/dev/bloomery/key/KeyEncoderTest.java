package dev.bloomery.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.spec.Seed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The encoders as a caller meets them: through a filter. */
class KeyEncoderTest {
    private static final BloomFilter<String> STRINGS = filter(KeyEncoder.utf8());
    private static final BloomFilter<byte[]> BYTES = filter(KeyEncoder.bytes());

    private static <K> BloomFilter<K> filter(KeyEncoder<K> encoder) {
        return Filters.bloom(encoder)
                .capacity(100)
                .targetFpp(0.01)
                .seed(Seed.of(42))
                .build();
    }

    @Test
    void utf8_wellFormedString_isTheKeyOfItsBytes() {
        for (String text : List.of("", "a", "caf\u00e9", "\u65e5\u672c", "\ud83d\ude80")) {
            assertThat(STRINGS.hash(text)).isEqualTo(BYTES.hash(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void utf8_loneSurrogate_isNotTheQuestionMark() {
        assertThat(STRINGS.hash("\ud83d")).isNotEqualTo(STRINGS.hash("?"));
        assertThat(STRINGS.hash("\ud83d")).isNotEqualTo(STRINGS.hash("\ude80"));
    }

    @Test
    void fields_splitElsewhere_areOtherKeys() {
        BloomFilter<List<String>> pairs = filter((key, sink) -> key.forEach(sink::putString));
        assertThat(pairs.hash(List.of("ab", "c"))).isNotEqualTo(pairs.hash(List.of("a", "bc")));
    }

    /** A key of no field at all is a fault of the encoder, and all such keys would be one; an empty field is one. */
    @Test
    void encode_thatWritesNothing_isRefused() {
        BloomFilter<List<String>> lists = filter((key, sink) -> key.forEach(sink::putRawUtf8));
        assertThatThrownBy(() -> lists.add(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the encoder wrote nothing for a key");
        assertThatThrownBy(() -> lists.mightContain(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(lists.hash(List.of(""))).isEqualTo(STRINGS.hash(""));
        BloomFilter<byte[]> raw = filter((key, sink) -> sink.putRawBytes(key));
        assertThat(raw.hash(new byte[0])).isEqualTo(BYTES.hash(new byte[0]));
        BloomFilter<ByteBuffer> buffers = filter((key, sink) -> sink.putRawBytes(key));
        assertThat(buffers.hash(ByteBuffer.allocate(0))).isEqualTo(BYTES.hash(new byte[0]));
    }

    @Test
    void uuid_anyHalf_matters() {
        BloomFilter<UUID> uuids = filter(KeyEncoder.uuid());
        long hash = uuids.hash(new UUID(1, 2));
        assertThat(uuids.hash(new UUID(1, 3))).isNotEqualTo(hash);
        assertThat(uuids.hash(new UUID(3, 2))).isNotEqualTo(hash);
        assertThat(uuids.hash(new UUID(2, 1))).isNotEqualTo(hash);
    }

    /** An encoder that asks another filter in the middle of its own key: two buffers, neither spoilt. */
    @Test
    void encode_hashingWithinAHash_keepsBothKeysWhole() {
        BloomFilter<String> nested = filter((key, sink) ->
                sink.putRawUtf8(key).putLong(STRINGS.hash(key + "!")).putRawUtf8(key));
        KeyEncoder<String> plain =
                (key, sink) -> sink.putRawUtf8(key).putLong(innerHash(key)).putRawUtf8(key);
        for (String key : List.of("", "key", "\u65e5", "k".repeat(300))) {
            assertThat(nested.hash(key)).isEqualTo(filter(plain).hash(key));
        }
    }

    /** The same through the byte array, which needs no buffer. */
    private static long innerHash(String key) {
        return BYTES.hash((key + "!").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void encode_thatThrows_leavesTheNextKeysRight() {
        long before = STRINGS.hash("after");
        BloomFilter<String> broken = filter((key, sink) -> {
            sink.putString(key);
            throw new IllegalStateException("no");
        });
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> broken.hash("half a key"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no");
            assertThat(STRINGS.hash("after")).isEqualTo(before);
        }
    }

    @Test
    void hash_sixteenMebibytes_isThatOfTheBytes() {
        String text = "0123456789abcde\u00e9".repeat(1 << 20);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long hash = STRINGS.hash(text);
        assertThat(hash).isEqualTo(BYTES.hash(bytes));
        assertThat(filter(KeyEncoder.byteBuffer()).hash(ByteBuffer.wrap(bytes))).isEqualTo(hash);
        bytes[bytes.length - 1] ^= 1;
        assertThat(BYTES.hash(bytes)).isNotEqualTo(hash);
    }

    @Test
    void byteBuffer_directHeapAndSlice_areOneKey() {
        byte[] content = {1, 2, 3, 4, 5};
        BloomFilter<ByteBuffer> buffers = filter(KeyEncoder.byteBuffer());
        ByteBuffer direct =
                ByteBuffer.allocateDirect(7).put(1, content).limit(6).position(1);
        long hash = BYTES.hash(content);
        assertThat(buffers.hash(ByteBuffer.wrap(content))).isEqualTo(hash);
        assertThat(buffers.hash(direct)).isEqualTo(hash);
        assertThat(buffers.hash(direct.slice())).isEqualTo(hash);
        assertThat(direct.position()).isEqualTo(1);
        assertThat(direct.remaining()).isEqualTo(5);
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void null_asAKey_isRefusedByName() {
        List<BloomFilter<?>> filters = List.of(
                STRINGS,
                BYTES,
                filter(KeyEncoder.utf8Chars()),
                filter(KeyEncoder.byteBuffer()),
                filter(KeyEncoder.int64()),
                filter(KeyEncoder.int32()),
                filter(KeyEncoder.uuid()));
        for (BloomFilter<?> filter : filters) {
            assertNamed("key", () -> filter.hash(null));
            assertNamed("key", () -> filter.add(null));
            assertNamed("key", () -> filter.mightContain(null));
            assertNamed("key", () -> filter.explain(null));
        }
        assertNamed("encoder", () -> Filters.bloom(null));
    }

    private static void assertNamed(String parameter, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }
}
