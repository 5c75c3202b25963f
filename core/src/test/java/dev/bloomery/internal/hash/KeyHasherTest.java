package dev.bloomery.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyHasherTest {
    private static final Hash64 HASH = new Xxh3(42);

    @Test
    void hash_longs_isThatOfTheLong() {
        long value = 0x0102030405060708L;
        assertThat(KeyHasher.of(KeyEncoder.int64(), HASH).hash(value)).isEqualTo(HASH.ofLong(value));
    }

    @Test
    void hash_longThroughTheSink_isThatOfItsBytes() {
        KeyEncoder<Long> throughTheSink = (key, sink) -> sink.putLong(key);
        byte[] littleEndian = {8, 7, 6, 5, 4, 3, 2, 1};
        assertThat(KeyHasher.of(throughTheSink, HASH).hash(0x0102030405060708L))
                .isEqualTo(KeyHasher.of(KeyEncoder.bytes(), HASH).hash(littleEndian))
                .isEqualTo(HASH.ofBytes(littleEndian, 0, 8));
    }

    @Test
    void hash_ints_isThatOfTheWidenedLong() {
        KeyHasher<Integer> ints = KeyHasher.of(KeyEncoder.int32(), HASH);
        KeyHasher<Long> longs = KeyHasher.of(KeyEncoder.int64(), HASH);
        for (int value : new int[] {0, 1, -1, 42, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(ints.hash(value)).as("%d", value).isEqualTo(longs.hash((long) value));
        }
    }

    @Test
    void hash_ownLongEncoder_isThatOfTheLong() {
        LongKeyEncoder<String> lengths = String::length;
        assertThat(KeyHasher.of(lengths, HASH).hash("abc")).isEqualTo(HASH.ofLong(3));
    }

    @Test
    void hash_bytesInPlaceAndThroughTheBuffer_areEqual() {
        KeyEncoder<byte[]> throughTheSink = (key, sink) -> sink.putRawBytes(key);
        for (int length : new int[] {0, 1, 8, 255, 256, 257, 70_000}) {
            byte[] bytes = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
            long expected = HASH.ofBytes(bytes, 0, length);
            assertThat(KeyHasher.of(KeyEncoder.bytes(), HASH).hash(bytes)).isEqualTo(expected);
            assertThat(KeyHasher.of(throughTheSink, HASH).hash(bytes)).isEqualTo(expected);
            assertThat(KeyHasher.of(KeyEncoder.byteBuffer(), HASH).hash(ByteBuffer.wrap(bytes)))
                    .isEqualTo(expected);
            assertThat(KeyHasher.of(KeyEncoder.utf8(), HASH).hash("x".repeat(length)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void hash_buffersOfAllSorts_isThatOfTheirRemainingBytes() {
        byte[] bytes = "0123456789".getBytes(StandardCharsets.UTF_8);
        KeyHasher<ByteBuffer> hasher = KeyHasher.of(KeyEncoder.byteBuffer(), HASH);
        long expected = HASH.ofBytes(bytes, 3, 4);
        ByteBuffer direct = ByteBuffer.allocateDirect(10).put(bytes).position(3).limit(7);
        ByteBuffer heap = ByteBuffer.wrap(bytes).position(3).limit(7);
        for (ByteBuffer key : List.of(
                heap,
                heap.asReadOnlyBuffer(),
                heap.slice(),
                ByteBuffer.wrap(bytes).slice(2, 6).position(1).limit(5),
                direct,
                direct.slice())) {
            int position = key.position();
            assertThat(hasher.hash(key)).as("%s", key).isEqualTo(expected);
            assertThat(key.position()).isEqualTo(position);
            assertThat(key.remaining()).isEqualTo(4);
        }
    }

    @Test
    void hash_uuid_isThatOfItsBytesAsPrinted() {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        byte[] printed = new byte[16];
        for (int i = 0; i < 16; i++) {
            printed[i] = (byte) (0x11 * i);
        }
        assertThat(KeyHasher.of(KeyEncoder.uuid(), HASH).hash(uuid)).isEqualTo(HASH.ofBytes(printed, 0, 16));
    }

    /** A key that is shorter than the one before must not see what that one left behind. */
    @Test
    void hash_shortKeyAfterALongOne_isItsOwn() {
        KeyHasher<String> strings = KeyHasher.of(KeyEncoder.utf8(), HASH);
        long alone = strings.hash("ab");
        strings.hash("z".repeat(500));
        assertThat(strings.hash("ab")).isEqualTo(alone);
    }
}
