package dev.bloomery.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.internal.key.KeyBuffer;
import dev.bloomery.support.Seeds;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The names of encoders, and what their samples prove. */
class KeyFormTest {
    private static final long SEED = Seeds.orElse(21);

    record Point(int x, int y) {}

    private static final KeyEncoder<Point> POINTS =
            (point, sink) -> sink.putInt(point.x()).putInt(point.y());

    /** The check values of the library are written down; this is where they come from. */
    @Test
    void check_samplesOfEachBuiltInEncoder_isThatOfItsForm() {
        String[] texts = {"bloomery", "\u00e9\u20ac\ud83d\ude80"};
        byte[][] bytes = {texts[0].getBytes(StandardCharsets.UTF_8), texts[1].getBytes(StandardCharsets.UTF_8)};
        ByteBuffer[] buffers = {ByteBuffer.wrap(bytes[0]), ByteBuffer.wrap(bytes[1])};
        assertThat(SampleBytes.check(KeyEncoder.utf8(), texts)).isEqualTo(KeyForm.BYTES.check());
        assertThat(SampleBytes.check(KeyEncoder.utf8Chars(), texts)).isEqualTo(KeyForm.BYTES.check());
        assertThat(SampleBytes.check(KeyEncoder.bytes(), bytes)).isEqualTo(KeyForm.BYTES.check());
        assertThat(SampleBytes.check(KeyEncoder.byteBuffer(), buffers)).isEqualTo(KeyForm.BYTES.check());
        assertThat(SampleBytes.check(KeyEncoder.int64(), new Long[] {42L, -1L})).isEqualTo(KeyForm.INT64.check());
        assertThat(SampleBytes.check(KeyEncoder.int32(), new Integer[] {42, -1}))
                .isEqualTo(KeyForm.INT64.check());
        UUID[] uuids = {UUID.fromString("01234567-89ab-cdef-0123-456789abcdef"), new UUID(-1, -1)};
        assertThat(SampleBytes.check(KeyEncoder.uuid(), uuids)).isEqualTo(KeyForm.UUID.check());
        for (KeyEncoder<?> encoder :
                List.of(KeyEncoder.utf8(), KeyEncoder.utf8Chars(), KeyEncoder.bytes(), KeyEncoder.byteBuffer())) {
            assertThat(encoder.form()).isEqualTo(KeyForm.BYTES);
        }
        assertThat(KeyEncoder.int64().form()).isEqualTo(KeyForm.INT64);
        assertThat(KeyEncoder.int32().form()).isEqualTo(KeyForm.INT64);
        assertThat(KeyEncoder.uuid().form()).isEqualTo(KeyForm.UUID);
    }

    /** The plain sink of the samples writes what the fast one of the keys does. */
    @Test
    void samples_randomFields_haveTheBytesOfKeys() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            char[] chars = new char[random.nextInt(12)];
            for (int c = 0; c < chars.length; c++) {
                int range = random.nextInt(4);
                chars[c] = (char)
                        (range == 0
                                ? random.nextInt(0x80)
                                : range == 1 ? random.nextInt(0x10000) : 0xD800 + random.nextInt(0x800));
            }
            String text = new String(chars);
            byte[] bytes = new byte[random.nextInt(9)];
            random.nextBytes(bytes);
            long number = random.nextLong();
            KeyEncoder<Integer> encoder = (key, sink) -> sink.putByte((byte) number)
                    .putBoolean(number > 0)
                    .putInt((int) number)
                    .putLong(number)
                    .putDouble(Double.longBitsToDouble(number))
                    .putString(text)
                    .putBytes(bytes)
                    .putRawUtf8(text)
                    .putRawBytes(bytes)
                    .putRawBytes(ByteBuffer.wrap(bytes).asReadOnlyBuffer())
                    .putInt(key);
            KeyEncoder<Integer> asHashed = (key, sink) -> sink.putRawBytes(keyBytes(encoder, key));
            assertThat(SampleBytes.check(encoder, new Integer[] {1, 2}))
                    .as("seed %d, round %d", SEED, i)
                    .isEqualTo(SampleBytes.check(asHashed, new Integer[] {1, 2}));
        }
    }

    private static <K> byte[] keyBytes(KeyEncoder<K> encoder, K key) {
        KeyBuffer buffer = KeyBuffer.borrow();
        try {
            encoder.encode(key, buffer);
            return Arrays.copyOf(buffer.bytes(), buffer.length());
        } finally {
            buffer.giveBack();
        }
    }

    @Test
    void named_sameEncoderAndSamples_hasTheSameForm() {
        KeyForm form = KeyEncoder.named("point/1", POINTS, new Point(1, 2), new Point(3, 4))
                .form();
        assertThat(form.name()).isEqualTo("point/1");
        assertThat(form)
                .isEqualTo(KeyEncoder.named("point/1", POINTS, new Point(1, 2), new Point(3, 4))
                        .form());
        KeyEncoder<Point> turned = (point, sink) -> sink.putInt(point.y()).putInt(point.x());
        assertThat(KeyEncoder.named("point/1", turned, new Point(1, 2), new Point(3, 4))
                        .form())
                .isNotEqualTo(form);
        assertThat(POINTS.form()).isEqualTo(KeyForm.UNNAMED);
    }

    @Test
    void named_encoderThatWritesNothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.named("point/1", (point, sink) -> {}, new Point(1, 2), new Point(3, 4)))
                .withMessageContaining("samples 1 and 2 give the same 0 bytes")
                .withMessageContaining("write every field");
        KeyEncoder<Point> half = (point, sink) -> sink.putInt(point.x());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.named("point/1", half, new Point(1, 2), new Point(2, 2), new Point(1, 4)))
                .withMessageContaining("samples 1 and 3 give the same 4 bytes");
    }

    @Test
    void named_otherBytesTheSecondTime_isRefused() {
        AtomicInteger calls = new AtomicInteger();
        KeyEncoder<Point> counting = (point, sink) -> sink.putInt(calls.incrementAndGet());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.named("point/1", counting, new Point(1, 2), new Point(3, 4)))
                .withMessageContaining("sample 1 when it is encoded again");
    }

    @Test
    void named_tooFewSamples_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.named("point/1", POINTS))
                .withMessageContaining("there are 0 samples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.named("point/1", POINTS, new Point(1, 2)))
                .withMessageContaining("two keys or more");
    }

    @Test
    void named_nameThatIsNone_isRefused() {
        for (String name : List.of("", "two words", "caf\u00e9", "n".repeat(65), "line\n", "bytes", "int64", "uuid")) {
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> KeyEncoder.named(name, POINTS, new Point(1, 2), new Point(3, 4)))
                    .withMessageContaining("such as visit/1");
        }
        String longest = "n".repeat(64);
        assertThat(KeyEncoder.named(longest, POINTS, new Point(1, 2), new Point(3, 4))
                        .form()
                        .name())
                .isEqualTo(longest);
    }

    @Test
    void named_longEncoder_staysOne() {
        LongKeyEncoder<Point> xs = Point::x;
        KeyEncoder<Point> named = KeyEncoder.named("x/1", xs, new Point(1, 0), new Point(2, 0));
        assertThat(named).isInstanceOf(LongKeyEncoder.class);
        assertThat(LongKeyEncoder.named("x/1", Point::x, new Point(1, 0), new Point(2, 0))
                        .form())
                .isEqualTo(named.form());
        assertThat(KeyEncoder.trusted(named)).isInstanceOf(LongKeyEncoder.class);
        assertThat(KeyEncoder.trusted(named).form().trusted()).isTrue();
    }

    @Test
    void mapped_methodReference_hasTheBytesOfWhatItIsMappedTo() {
        KeyEncoder<URI> uris = KeyEncoder.utf8().mapped(URI::toString);
        URI uri = URI.create("https://example.com/caf\u00e9");
        assertThat(keyBytes(uris, uri)).isEqualTo(keyBytes(KeyEncoder.utf8(), uri.toString()));
        assertThat(uris.form()).isEqualTo(KeyForm.UNNAMED);
        assertThat(KeyEncoder.named("uri/1", uris, uri, URI.create("a:b"))
                        .form()
                        .name())
                .isEqualTo("uri/1");
    }

    @Test
    void mapped_toLongs_isHashedAsLongs() {
        LongKeyEncoder<Point> xs = KeyEncoder.int32().mapped(Point::x);
        assertThat(xs.encodeToLong(new Point(7, 1))).isEqualTo(7);
        assertThat(xs.form()).isEqualTo(KeyForm.UNNAMED);
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void mapped_toNull_isRefused() {
        KeyEncoder<Point> nothing = KeyEncoder.utf8().mapped(point -> null);
        assertThatNullPointerException()
                .isThrownBy(() -> keyBytes(nothing, new Point(1, 2)))
                .withMessage("the result of the mapping");
        assertThatNullPointerException()
                .isThrownBy(() -> KeyEncoder.utf8().mapped(null))
                .withMessage("mapping");
    }
}
